import APIClient
import Sandbox
import SoftAuthenticator
import Testing
import ToqueEncoding

@testable import CheckoutSimulator

/// A provider's merchant, app and sandbox for one row. Each row has its own tenant, with its own clock and scenario, so
/// that all rows can run concurrently.
protocol OutcomeDriver: Sendable {
    associatedtype Provider: ProviderSandbox

    var row: OutcomeRow { get }
    var sandbox: Provider { get }
    var passkeys: MemoryCredentialStore { get }

    init(_ row: OutcomeRow, _ sandbox: Provider)
    /// The row's tenant.
    static func key(_ row: OutcomeRow) -> APIKey

    /// Makes or signs the app's payment, as the merchant.
    func begin() async throws
    /// Opens the app.
    /// - Returns: The SDK's result.
    func pay(_ app: OutcomeApp) async throws -> String
    /// Returns the address of the payer's page.
    func page() async throws -> String
    /// Whether the app has reached its wait.
    func isWaiting() async throws -> Bool
    /// The payment's ID for control.
    func object() async throws -> String
    /// Carries out a merchant's command: a verb, maybe with an amount.
    func act(_ verb: String, _ amount: String?) async throws
    /// The payment's status for the merchant's server; `none` before there is a payment.
    func status() async throws -> String
    /// The content of a webhook.
    static func text(_ webhook: JSON) throws -> String
}

extension OutcomeDriver {
    var tenant: APIKey { Self.key(row) }

    /// Carries out the row.
    func outcome() async throws -> Outcome {
        try await begin()
        if row.moment == .before { try await advance(by: row.clock) }
        var result = ""
        for visit in row.visits {
            switch visit {
            case .decline: #expect(try await sandbox.decline(page()).status == 200)
            case .app(let words) where row.moment == .meanwhile:
                async let paying = pay(app(words))
                while try await !isWaiting() { try await Task.sleep(for: OutcomeApp.pause) }
                try await act()
                result = try await paying
            case .app(let words): result = try await pay(app(words))
            }
        }
        if row.moment == .after { try await act() }
        try await advance(by: .zero)
        return Outcome(result: result, status: try await status(), webhooks: try await webhooks())
    }

    private func app(_ words: [String]) throws -> OutcomeApp {
        try OutcomeApp(
            words, at: try #require(ServerURL(sandbox.server.url)), passkeys: passkeys,
            waits: row.moment == .meanwhile, timeout: .seconds(row.waitsInVain ? 2 : 300))
    }

    private func act() async throws {
        for verb in row.backend {
            let words = verb.split(separator: " ").map(String.init)
            if words[0] == "sandbox" {
                try await control("POST", "objects/\(try await object())/\(words[1])", [:])
            } else {
                try await act(words[0], words.count > 1 ? words[1] : nil)
            }
        }
        try await advance(by: row.clock)
    }

    /// Returns when everything due has happened.
    func advance(by time: Duration) async throws {
        try await control("POST", "clock/advance", ["seconds": .int(Int(time.components.seconds))])
    }

    func isWaiting() async throws -> Bool { try await webhooks().count >= row.webhooks.count - 1 }

    func page() async throws -> String { throw OutcomeError("there is no page") }

    func object() async throws -> String { throw OutcomeError("there is no payment") }

    // MARK: The sandbox

    /// Sets the default scenario from now on.
    func choose() async throws {
        guard let name = row.scenarioName else { return }
        try await control("PUT", "scenario", ["scenario": .string(name)])
    }

    @discardableResult
    func control(_ method: String, _ path: String, _ body: JSON? = nil) async throws -> JSON {
        let mark = path.contains("?") ? "&" : "?"
        let answer = try await sandbox.control(method, "\(path)\(mark)tenant=\(tenant.id)", body)
        try #require(answer.status < 300, "\(path): \(answer.text)")
        return answer.json
    }

    func webhooks() async throws -> [String] {
        let deliveries = try await control("GET", "deliveries?limit=1000")["deliveries"]?.arrayValue ?? []
        return try deliveries.map { try Self.text($0["body"] ?? .null) }
    }

    /// Whether a webhook was sent, not only queued.
    func hasHeard(_ text: String) async throws -> Bool {
        let deliveries = try await control("GET", "deliveries?limit=1000")["deliveries"]?.arrayValue ?? []
        return try deliveries.contains { delivery in
            try delivery["attempts"]?.arrayValue?.isEmpty == false && Self.text(delivery["body"] ?? .null) == text
        }
    }

    func now() async throws -> Timestamp {
        try #require(try await control("GET", "clock")["now"]?.stringValue.flatMap(Timestamp.init))
    }
}

struct OutcomeError: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
