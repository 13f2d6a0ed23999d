import CheckoutContracts
import Logging
import Sandbox
import SoftAuthenticator
import Testing
import ToqueEncoding

@testable import CheckoutSimulator
@testable import TakeMePaySDK

/// Statuses with that of the redirect; webhooks by type. While the app is open and afterwards, the merchant charges
/// each source that its webhooks report as chargeable.
actor TakeMeOutcome: OutcomeDriver {
    let row: OutcomeRow
    let sandbox: TakeMeSandbox
    let passkeys = MemoryCredentialStore()
    private var isOpen = false
    /// The charge of the app's source, once the merchant has heard of it.
    private var charging: Task<Void, any Error>?

    init(_ row: OutcomeRow, _ sandbox: TakeMeSandbox) {
        self.row = row
        self.sandbox = sandbox
    }

    static func key(_ row: OutcomeRow) -> APIKey {
        APIKey(id: "pk_test_\(row.number)", secret: "sk_test_\(row.number)")
    }

    func begin() async throws { try await choose() }

    func pay(_ app: OutcomeApp) async throws -> String {
        let amount = row.amount.flatMap { UInt($0) } ?? 10
        isOpen = true
        let merchant = Task {
            while isOpen {
                try await charge()
                try await Task.sleep(for: OutcomeApp.pause)
            }
        }
        let state = await Self.pay(amount, tenant.id, app)
        isOpen = false
        try await merchant.value
        return "\(state)"
    }

    @MainActor
    private static func pay(_ amount: UInt, _ key: String, _ app: OutcomeApp) async -> TMPPaymentResultState {
        let end = End()
        let payment = TMPPayment(
            sourceParams: TMPSourceParams(description: "Tea", amount: amount, currency: "JPY"), delegate: end,
            environment: TMPEnvironment(
                publicKey: key, server: app.server, transport: app.transport, clock: app.clock,
                presenter: app.presenter, approval: app.approval,
                logger: Logger(label: "TakeMePaySDK") { _ in SwiftLogNoOpLogHandler() }))
        payment.startAction(["__timeout": app.timeout])
        return await end.state()
    }

    @MainActor
    private final class End: TMPPaymentDelegate {
        private let ends = AsyncStream<TMPPaymentResultState>.makeStream()

        func payment(
            _ payment: TMPPayment, didFinishWith state: TMPPaymentResultState, error: (any Error)?,
            userInfo: [AnyHashable: Any]?
        ) {
            ends.continuation.yield(state)
        }

        func state() async -> TMPPaymentResultState {
            for await state in ends.stream { return state }
            return .unknown
        }
    }

    func isWaiting() async throws -> Bool { try await source() != nil }

    func object() async throws -> String { try #require(try await source()) }

    /// `charge` is what `pay` and `status` do. The merchant hears what is due before the clock moves.
    func act(_ verb: String, _ amount: String?) async throws {
        #expect(verb == "charge")
        try await advance(by: .zero)
        try await charge()
    }

    /// Charges a chargeable source once. Returns when that is done.
    private func charge() async throws {
        guard row.backend.contains("charge") else { return }
        if charging == nil, try await hasHeard("source.chargeable"), charging == nil {
            charging = Task { try await sendCharge() }
        }
        try await charging?.value
    }

    /// However often the answer is lost.
    private func sendCharge() async throws {
        let body: JSON = ["source": .string(try await object())]
        for _ in 0..<10 {
            let answer = try? await sandbox.send(
                "POST", "/v1/charges", body, key: tenant.secret, headers: [("Idempotency-Key", "charge")])
            if answer?.status == 201 { return }
        }
        Issue.record("the charge got no answer")
    }

    func status() async throws -> String {
        try await charge()
        guard let id = try await source() else { return "none" }
        let source = try TakeMeSource(
            json: try await sandbox.send("GET", "/v1/sources/\(id)", key: tenant.secret).json)
        return "\(source.status.text), redirect \(source.redirect.status.rawValue)"
    }

    /// The ID of the app's only source.
    private func source() async throws -> String? {
        let events = try await control("GET", "events?limit=1000")["events"]?.arrayValue ?? []
        let sources = Set(events.filter { $0["kind"] == "source" }.compactMap { $0["object"]?.stringValue })
        #expect(sources.count < 2)
        return sources.first
    }

    static func text(_ webhook: JSON) throws -> String { try TakeMeEvent(json: webhook).kind.rawValue }
}
