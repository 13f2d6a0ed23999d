import Logging
import ToqueEncoding

@testable import Sandbox

/// A sandbox without a server, whose clock the test moves.
struct WebhookFixture: Sendable {
    static let start = Timestamp(microseconds: 1_772_366_400_000_000)

    let clock: ManualClock
    let engine: Engine

    /// - Parameter urls: The endpoints of all tenants.
    init(
        _ urls: [String] = [], token: String? = nil, database: SandboxStore.Location = .memory,
        keys: [String] = ["t"], clock: ManualClock = ManualClock(now: start), secrets: String? = nil,
        provider: TestProvider = TestProvider(routes: [])
    ) async throws {
        self.clock = clock
        var configuration = SandboxConfiguration(
            keys: keys.map { APIKey(id: $0, secret: "secret") },
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        configuration.clock = clock
        configuration.database = database
        configuration.webhooks = urls
        configuration.webhookToken = token
        // Generous, so that a busy machine does not look like a silent receiver.
        configuration.webhookAnswerTime = .seconds(60)
        configuration.secrets = secrets
        try configuration.replaceMemory()
        engine = try await Engine(configuration, provider: provider)
    }

    static func webhook(_ id: String, of object: String = "o", faults: [Fault] = []) -> Webhook {
        Webhook(id: id, object: object, body: ["id": .string(id)], faults: faults)
    }

    /// Sends webhooks in one transaction.
    func send(_ webhooks: Webhook..., tenant: String = "t") async throws {
        try await engine.store.write(tenant) { transaction in
            for webhook in webhooks { try transaction.send(webhook) }
        }
    }

    func deliverDue(_ tenant: String = "t") async throws -> Int { try await engine.webhooks.deliverDue(of: tenant) }

    func deliveries(_ tenant: String = "t") async throws -> [Delivery] {
        try await engine.store.read(tenant) { try $0.deliveries(limit: 1000) }
    }

    /// The webhook and state of each delivery.
    func states(_ tenant: String = "t") async throws -> [String] {
        try await deliveries(tenant).map { "\($0.webhook) \($0.state.rawValue)" }
    }
}
