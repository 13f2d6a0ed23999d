import APIClient
import Sandbox
import SoftAuthenticator
import Testing
import ToqueEncoding

@testable import CheckoutSimulator

/// A provider's merchant, app and sandbox for one row. Each row is a tenant of its own, so that its clock and its
/// scenario are, and all go on at once.
protocol OutcomeDriver: Sendable {
    associatedtype Provider: ProviderSandbox

    var row: OutcomeRow { get }
    var sandbox: Provider { get }
    var passkeys: MemoryCredentialStore { get }

    init(_ row: OutcomeRow, _ sandbox: Provider)
    /// The row's tenant.
    static func key(_ row: OutcomeRow) -> APIKey

    /// The merchant makes or signs what the app pays.
    func begin() async throws
    /// Opens the app.
    /// - Returns: the SDK's result.
    func pay(_ app: OutcomeApp) async throws -> String
    /// Where the payer decides.
    func page() async throws -> String
    /// Whether the app has come to where it waits.
    func isWaiting() async throws -> Bool
    /// The id by which control knows the payment.
    func object() async throws -> String
    /// The merchant's server does this: a verb, maybe with an amount.
    func act(_ verb: String, _ amount: String?) async throws
    /// What the merchant's server is told when it asks; `none` while there is nothing.
    func status() async throws -> String
    /// What a webhook tells.
    static func text(_ webhook: JSON) throws -> String
}

extension OutcomeDriver {
    var tenant: APIKey { Self.key(row) }

    /// Goes the row's way.
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

    /// Returns when all that has fallen due has happened.
    private func advance(by time: Duration) async throws {
        try await control("POST", "clock/advance", ["seconds": .int(Int(time.components.seconds))])
    }

    func isWaiting() async throws -> Bool { try await webhooks().count >= row.webhooks.count - 1 }

    func page() async throws -> String { throw OutcomeError("there is no page") }

    func object() async throws -> String { throw OutcomeError("there is no payment") }

    // MARK: The sandbox

    /// What has no other scenario follows this one from now on.
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

    /// Whether a webhook was on its way, and not only queued.
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
