import Sandbox
import ToqueEncoding

/// A provider of a test's making.
struct TestProvider: SandboxProvider {
    let name = "test"
    var routes: [Route]
    var prefixes: [String] = []
    var indexes: [ObjectIndex] = []
    var scenarios: [Scenario] = []
    var magicValues: [MagicValue] = []
    var actions: [String] = []
    var triggers: [String] = []
    var tenantSecrets: [String] = []
    var secretNames: [String] = []
    var deliveryRules = DeliveryRules()
    var makeRequest: @Sendable (OutgoingWebhook) throws -> WebhookRequest = { WebhookRequest($0) }

    func request(for webhook: OutgoingWebhook) throws -> WebhookRequest { try makeRequest(webhook) }

    func plant(_ transaction: Transaction) throws {}
    func fire(_ timer: SandboxTimer, _ transaction: Transaction) throws {}

    func errorBody(_ error: SandboxError, requestID: String, at now: Timestamp) -> JSON {
        ["code": .string(error.code), "id": .string(requestID)]
    }

    func openAPI(publicURL: String) -> JSON { ["openapi": "3.1.0"] }
    func tenant(ofBearer token: String, _ engine: Engine) async throws -> String? { nil }

    func perform(
        _ action: String, on object: String, parameters: JSONObject, publicURL: String, _ transaction: Transaction
    ) throws -> JSON { .null }

    func trigger(
        _ event: String, parameters: JSONObject, publicURL: String, _ transaction: Transaction
    ) throws -> JSON { .null }
}
