import PixAPI
import Testing
import ToqueEncoding

@testable import PixSimulator
@testable import Sandbox

/// Database contents of a simulation that the API does not show.
extension Simulation {
    private var store: SandboxStore { simulator.engine.store }
    private var tenant: String { APIKey.sandbox.id }

    func write<Value: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> Value) async throws -> Value {
        try await store.write(tenant, body)
    }

    func trigger(_ event: String, _ parameters: JSONObject = [:]) async throws -> JSON {
        let engine = simulator.engine
        try engine.provider.triggers.first { $0.name == event }?.check(parameters)
        return try await write { transaction in
            try engine.provider.trigger(event, parameters: parameters, publicURL: engine.publicURL, transaction)
        }
    }

    func perform(_ action: String, on object: String, _ parameters: JSONObject = [:]) async throws -> JSON {
        let engine = simulator.engine
        return try await write { transaction in
            try engine.provider.perform(
                action, on: object, parameters: parameters, publicURL: engine.publicURL, transaction)
        }
    }

    /// Records webhooks from now on, and sends them to a port without a listener.
    func recordWebhooks() async throws {
        _ = try await write { try $0.addWebhookEndpoint(url: "http://127.0.0.1:9/", token: nil, allTenants: false) }
    }

    /// The deliveries in the order of the queue, with duplicates.
    func deliveries() async throws -> [Delivery] { try await write { try $0.deliveries(limit: 1000) } }

    /// The bodies of `deliveries`.
    func webhooks() async throws -> [JSON] { try await deliveries().map(\.body) }

    /// As `webhooks`: `CHARGES SUCCEEDED`, `TRANSACTIONS OBJECT_CREATED`.
    func webhookNames() async throws -> [String] {
        try await webhooks().map { body in
            let name = body["data"]?["status"]?.stringValue ?? body["webhook_code"]?.stringValue ?? ""
            return "\(body["webhook_type"]?.stringValue ?? "") \(name)"
        }
    }

    func events(of object: String? = nil, type: String? = nil) async throws -> [SandboxEvent] {
        try await write { try $0.events(after: 0, type: type, object: object, limit: 1000) }
    }

    /// Ids of the stored objects, oldest first.
    func ids(_ kind: String) async throws -> [String] {
        try await write { transaction in
            try transaction.objects(kind: kind, newestFirst: false, limit: 1000).bodies.compactMap { body in
                (body["enrollment"] ?? body["intent"] ?? body)["id"]?.stringValue
            }
        }
    }

    /// The time of the next timer; nil if there is none.
    func nextTimer() async throws -> Timestamp? {
        let tenant = tenant
        return try await write { try $0.session.nextDue(of: tenant) }
    }
}
