import CheckoutContracts
import Sandbox
import SandboxKit
import ToqueEncoding

/// ecommpay: Gate, the endpoints of its app SDK, the Payment Page, and the issuers behind it.
struct EcommpayProvider: PayerProvider {
    let process: EcommpayPaymentProcess
    let rules: ScenarioRules<EcommpayScenario>
    let payerAuthorization: PayerAuthorization

    let name = "ecommpay"
    /// The test project in the provider's guide.
    let defaultKey = APIKey(id: "10", secret: "your_secret")
    /// A project's number.
    let keyIDs = KeyIDForm(
        "a project's number, 1 to \(Int32.max)", takes: { id in Int32(id).map { $0 > 0 && "\($0)" == id } ?? false },
        make: { "\($0.bytes(3).reduce(1) { $0 << 8 | Int($1) })" })
    let keepsKeySecrets = true
    let indexes = [PayerApproval.index, EcommpaySavedAccount.index]
    let deliveryRules = DeliveryRules(
        retryDelays: EcommpaySchedule.retryDelays, answerTime: .seconds(5), isDelivered: { status, _ in status == 200 })
    let scenarios = EcommpayScenario.catalog.engineScenarios
    let magicValues = EcommpayScenario.magicAmounts

    init(_ configuration: EcommpaySimulator.Configuration) {
        process = EcommpayPaymentProcess(durations: configuration.durations)
        rules = ScenarioRules(fallback: configuration.scenario)
        payerAuthorization = configuration.authorization
    }

    var models: [any StoredModel.Type] { Self.payerModels + [EcommpayPayment.self, EcommpaySavedAccount.self] }
    var fidelity: [FidelitySection] { EcommpayFidelity.sections }
    var processes: [any ScenarioProcess] { [process] }
    var routes: [Route] {
        gateRoutes + deviceRoutes + paymentPageRoutes + payerRoutes(Self.issuerPage) + payerRoutes(Self.paymentPage)
    }

    var guide: ProviderGuide {
        ProviderGuide(
            title: "ecommpay", curl: { url, _ in "\(url)/_toque/openapi.json" },
            objectLines: [["payment.id", "payment.status", "code"], ["acs_url"]],
            webhook: WebhookMembers(
                type: "operation.type", code: "operation.code", object: "payment.id", status: "payment.status")
        ).tested(by: Self.testGuide)
    }

    func plant(_ transaction: Transaction) throws {
        try PayerSeeds.plant(transaction)
        try EcommpaySavedAccount.plant(transaction)
    }

    func check(_ request: SandboxRequest) throws(SandboxError) {
        do throws(SandboxError) {
            try CardData.refuse(request)
        } catch {
            throw request.isOfDevice ? error.forDevice : error
        }
    }

    /// Signs each attempt, because the signature is a member of the body.
    func request(for webhook: OutgoingWebhook) throws -> WebhookRequest {
        var request = WebhookRequest(webhook)
        guard let secret = webhook.keySecret, let message = try JSON(parsing: webhook.body).objectValue else {
            return request
        }
        request.body = JSON.object(EcommpaySignature.signing(message: message, key: secret.bytes)).utf8
        return request
    }
}

/// The retry schedule of callbacks: six times after 10 s, then with an interval that grows to 4 hours; 120 attempts in
/// total (documentation of callbacks).
enum EcommpaySchedule {
    static let attempts = 120
    private static let longest = 4.0 * 3600

    static let retryDelays: [Duration] = (1..<attempts).map { attempt in
        guard attempt > 6 else { return .seconds(10) }
        let growth = (4..<attempt).reduce(1.0) { product, _ in product * 1.12 }
        return .seconds(min(longest, 70 + 10 * growth))
    }
}
