import CheckoutContracts
import Sandbox
import SandboxKit
import ToqueEncoding

/// TakeMe Pay: the payer authorizes sources in a wallet, and the merchant's server charges them.
package struct TakeMeProvider: PayerProvider {
    package let name = "takeme"
    package let defaultKey = APIKey(id: "pk_test_sandbox", secret: "sk_test_sandbox")
    /// The secret key signs webhooks.
    package let keepsKeySecrets = true
    package let secretNames = ["clientSecret"]
    package let deliveryRules = DeliveryRules(
        retryDelays: [.seconds(60), .seconds(60), .seconds(60)], answerTime: .seconds(5))
    package let indexes = [PayerApproval.index, ObjectIndex("$.source")]

    package let payerAuthorization: PayerAuthorization
    let process = TakeMeSourceProcess()
    let rules: ScenarioRules<TakeMeScenario>

    /// - Parameter scenario: the default scenario.
    package init(authorization: PayerAuthorization = .passkey, scenario: String? = nil) {
        payerAuthorization = authorization
        rules = ScenarioRules(fallback: scenario)
    }

    package var models: [any StoredModel.Type] { [TakeMeSourceRecord.self, TakeMeCharge.self] + Self.payerModels }
    package var fidelity: [FidelitySection] { TakeMeFidelity.sections }
    package var processes: [any ScenarioProcess] { [process] }
    package var routes: [Route] { sourceRoutes + chargeRoutes + payerRoutes(Self.wallet) }
    package var scenarios: [Scenario] { TakeMeScenario.catalog.engineScenarios }
    package var magicValues: [MagicValue] { TakeMeScenario.magicAmounts }

    package var guide: ProviderGuide {
        ProviderGuide(
            title: "TakeMe Pay and the payer's wallet",
            curl: { url, key in
                "-H \"Authorization: Bearer $(printf %s \(key) | cut -d: -f1)\" \(url)/v1/source_types"
            },
            objectLines: [["id", "status", "amount", "currency"]],
            webhook: WebhookMembers(type: "type", object: "data.id", status: "data.status")
        ).tested(by: Self.testGuide)
    }

    package func plant(_ transaction: Transaction) throws { try PayerSeeds.plant(transaction) }

    /// The payer's approval and the charge of a source.
    package func parts(
        of id: String, kind: String, _ transaction: ReadTransaction
    ) throws -> [(kind: String, id: String)] {
        let charges = try transaction.objects(kind: TakeMeCharge.kind, filters: [.equals("$.source", id)], limit: 9)
        return try approvalParts(of: id, transaction)
            + charges.bodies.map { (TakeMeCharge.kind, try TakeMeCharge(json: $0).id) }
    }

    package func check(_ request: SandboxRequest) throws { try CardData.refuse(request) }

    package func errorBody(_ error: SandboxError, requestID: String, at now: Timestamp) -> JSON {
        TakeMeError(code: error.code, message: error.message, parameter: error.field).json
    }

    package func assumption(of error: SandboxError) -> String? {
        error.code == "card_data" ? PayerFidelity.cardData.id : Behavior.takeMeErrors.id
    }

    /// Signed again for each attempt, because the signature contains the attempt's time.
    package func request(for webhook: OutgoingWebhook) throws -> WebhookRequest {
        var request = WebhookRequest(webhook)
        if let secret = webhook.keySecret {
            let signature = TakeMeSignature(signing: request.body, at: webhook.time, secret: secret.bytes)
            request.headers.append((TakeMeSignature.header, signature.description))
        }
        return request
    }
}
