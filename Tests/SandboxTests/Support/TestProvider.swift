import Sandbox
import ToqueEncoding

/// A provider that a test defines.
struct TestProvider: SandboxProvider {
    let name = "test"
    var routes: [Route]
    var prefixes: [String] = []
    let guide = ProviderGuide(title: "A test", curl: { url, _ in url })
    var tenantSecrets: [String] = []
    var secretNames: [String] = []
    var deliveryRules = DeliveryRules()
    var makeRequest: @Sendable (OutgoingWebhook) throws -> WebhookRequest = { WebhookRequest($0) }

    func request(for webhook: OutgoingWebhook) throws -> WebhookRequest { try makeRequest(webhook) }

    func errorBody(_ error: SandboxError, requestID: String, at now: Timestamp) -> JSON {
        ["code": .string(error.code), "id": .string(requestID)]
    }

    /// For what an object must have to stay.
    func stays(_ kind: String, status: String) -> Bool { status == "lasting" }

    func openAPI(publicURL: String) -> JSON { ["openapi": "3.1.0"] }
}
