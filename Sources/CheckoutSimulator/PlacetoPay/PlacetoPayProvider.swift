import CheckoutContracts
import Sandbox
import SandboxKit
import ToqueEncoding

/// PlacetoPay's Checkout: a site's sessions, the payment page, and the notification at the end.
struct PlacetoPayProvider: PayerProvider {
    let configuration: PlacetoPaySimulator.Configuration
    let process: PlacetoPayProcess
    let scenarioRules: ScenarioRules<PlacetoPayScenario>
    let requestsTaken = PlacetoPayRequestsTaken()

    init(_ configuration: PlacetoPaySimulator.Configuration) {
        self.configuration = configuration
        process = PlacetoPayProcess(durations: configuration.durations)
        scenarioRules = ScenarioRules(fallback: configuration.sandbox.scenario)
    }

    let name = "placetopay"
    /// A site's login.
    let keyIDs = KeyIDForm(
        "a login of at most \(PlacetoPayLimit.login) characters", takes: { $0.utf8.count <= PlacetoPayLimit.login })
    /// `tranKey` and signatures are digests with the site's secret.
    let keepsKeySecrets = true
    let indexes = [PayerApproval.index, ObjectIndex("$.request.payment.reference")]
    let secretNames = ["tranKey"]
    /// A notification is sent once, whatever the response.
    let deliveryRules = DeliveryRules(retryDelays: [], answerTime: .seconds(5))

    var routes: [Route] { sessionRoutes + payerRoutes(Self.page) + [cardRoute] }
    var models: [any StoredModel.Type] { Self.payerModels + [PlacetoPaySession.self] }
    var fidelity: [FidelitySection] { PlacetoPayFidelity.sections }
    var processes: [any ScenarioProcess] { [process] }
    var scenarios: [Scenario] { PlacetoPayScenario.catalog.engineScenarios }
    var magicValues: [MagicValue] { PlacetoPayMagic.values }
    var payerAuthorization: PayerAuthorization { configuration.authorization }

    var guide: ProviderGuide {
        ProviderGuide(
            title: "PlacetoPay's Checkout",
            curl: { url, _ in "\(url)/_toque/openapi.json" },
            objectLines: [["requestId", "status.status", "status.reason"]],
            webhook: WebhookMembers(code: "status.reason", object: "requestId", status: "status.status")
        ).tested(by: Self.testGuide)
    }

    func check(_ request: SandboxRequest) throws { try CardData.refuse(request) }

    func plant(_ transaction: Transaction) throws { try PayerSeeds.plant(transaction) }

    func assumption(of error: SandboxError) -> String? { PlacetoPayFidelity.followed(by: error)?.id }

    /// The number of a failed authentication is only in the message.
    func errorBody(_ error: SandboxError, requestID: String, at now: Timestamp) -> JSON {
        let messages = ([error] + error.others).map {
            [$0.field, $0.message].compactMap { $0 }.joined(separator: ": ")
        }
        let reason: PlacetoPayCode = error.status == 400 ? .badRequest : .number(error.status)
        let status = PlacetoPayStatus(.failed, reason: reason, message: messages.joined(separator: "; "), at: now)
        return PlacetoPaySessionResponse(status: status).json
    }

    // MARK: Notifications

    /// The stored body with its signature.
    func request(for webhook: OutgoingWebhook) throws -> WebhookRequest {
        var request = WebhookRequest(webhook)
        guard let secret = webhook.keySecret else { return request }
        let body = JSONReader(try JSON(parsing: webhook.body))
        let notification = PlacetoPayNotification(
            status: try PlacetoPayStatus(body.member("status")), requestID: try body.member("requestId").int(),
            reference: try body.member("reference").string(), revision: configuration.notificationSignature,
            secretKey: secret.bytes)
        request.body = notification.json.utf8
        return request
    }
}
