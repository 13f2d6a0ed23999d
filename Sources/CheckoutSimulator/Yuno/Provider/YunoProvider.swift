import CheckoutContracts
import Sandbox
import SandboxKit
import ToqueEncoding

/// Yuno for the seamless SDK: checkout sessions and payments for a merchant's server, the SDK's endpoints, and the
/// banks, issuers and wallets behind them.
package struct YunoProvider: PayerProvider {
    package let name = "yuno"
    package let payerAuthorization: PayerAuthorization
    let rules: ScenarioRules<YunoScenario>
    let process: YunoPaymentProcess

    /// - Parameters:
    ///   - authorization: the payer's way to approve.
    ///   - scenario: the name of the default scenario.
    package init(
        authorization: PayerAuthorization = .passkey, scenario: String? = nil, durations: YunoDurations = .init()
    ) {
        payerAuthorization = authorization
        rules = ScenarioRules(fallback: scenario)
        process = YunoPaymentProcess(durations: durations)
    }

    // MARK: Pages

    /// The destination of a Pix code.
    static let bankPage = PayerPage(path: "pix/{handle}", title: "Banco Aurora")
    /// A card issuer's page.
    static let issuerPage = PayerPage(path: "challenge/{handle}", title: "Emissor Exemplo")
    /// The page of methods that leave the app.
    static let walletPage = PayerPage(path: "wallet/{handle}", title: "Carteira Exemplo")

    // MARK: The engine's requirements

    package var routes: [Route] {
        sessionRoutes + paymentRoutes + operationRoutes + deviceRoutes + payerRoutes(Self.bankPage)
            + payerRoutes(Self.issuerPage) + payerRoutes(Self.walletPage)
    }

    package let keepsKeySecrets = true
    package let secretNames = [YunoHeader.secret, YunoWebhookKeys.secretHeader]
    package let indexes = [PayerApproval.index, ObjectIndex("$.payment.merchant_order_id"), YunoSessionRecord.endIndex]
    package let scenarios = YunoScenario.catalog.engineScenarios
    package let magicValues = YunoTestValues.magicAmounts
    package var models: [any StoredModel.Type] {
        Self.payerModels + [YunoSessionRecord.self, YunoPaymentRecord.self]
    }
    package var fidelity: [FidelitySection] { YunoFidelity.sections }
    package var processes: [any ScenarioProcess] { [process] }

    package let guide = ProviderGuide(
        title: "Yuno, with the banks, issuers and wallets behind it",
        curl: { url, key in
            "-H \"\(YunoHeader.publicKey): $(echo \(key) | cut -d: -f1)\" \(url)/v1/sdk/configuration"
        },
        objectLines: [["id", "status", "sub_status"], ["checkout.session"]],
        webhook: WebhookMembers(
            type: "type_event", code: "data.payment.sub_status", object: "data.payment.id",
            status: "data.payment.status")
    ).tested(by: testGuide)

    package func check(_ request: SandboxRequest) throws(SandboxError) { try CardData.refuse(request) }

    /// Sessions; their payments have statuses.
    package func ended(
        before time: Timestamp, limit: Int, _ transaction: ReadTransaction
    ) throws -> [(kind: String, id: String)] {
        try YunoSessionRecord.expired(before: time, limit: limit, transaction).map { (YunoSessionRecord.kind, $0.id) }
    }

    package func plant(_ transaction: Transaction) throws { try PayerSeeds.plant(transaction) }
}
