import CheckoutContracts
import Sandbox
import SandboxKit
import ToqueEncoding

/// Yuno for the seamless SDK: checkout sessions and payments for a merchant's server, what the SDK asks for, and the
/// banks, issuers and wallets behind them.
package struct YunoProvider: PayerProvider {
    package let name = "yuno"
    package let payerAuthorization: PayerAuthorization
    let rules: ScenarioRules<YunoScenario>
    let process: YunoPaymentProcess

    /// - Parameters:
    ///   - authorization: how the payer approves.
    ///   - scenario: name of the one for what has no other.
    package init(
        authorization: PayerAuthorization = .passkey, scenario: String? = nil, durations: YunoDurations = .init()
    ) {
        payerAuthorization = authorization
        rules = ScenarioRules(fallback: scenario)
        process = YunoPaymentProcess(durations: durations)
    }

    // MARK: Pages

    /// Where a Pix code leads to.
    static let bankPage = PayerPage(path: "pix/{handle}", title: "Banco Aurora")
    /// Where a card's issuer asks.
    static let issuerPage = PayerPage(path: "challenge/{handle}", title: "Emissor Exemplo")
    /// Where a method that leaves the app leads to.
    static let walletPage = PayerPage(path: "wallet/{handle}", title: "Carteira Exemplo")

    // MARK: What the engine asks for

    package var routes: [Route] {
        sessionRoutes + paymentRoutes + operationRoutes + deviceRoutes + payerRoutes(Self.bankPage)
            + payerRoutes(Self.issuerPage) + payerRoutes(Self.walletPage)
    }

    package let keepsKeySecrets = true
    package let secretNames = [YunoHeader.secret, YunoWebhookKeys.secretHeader]
    package let indexes = [PayerApproval.index, ObjectIndex("$.payment.merchant_order_id")]
    package let scenarios = YunoScenario.catalog.engineScenarios
    package let magicValues = YunoTestValues.magicAmounts
    package var models: [any StoredModel.Type] {
        Self.payerModels + [YunoSessionRecord.self, YunoPaymentRecord.self]
    }
    package var processes: [any ScenarioProcess] { [process] }

    package let guide = ProviderGuide(
        title: "Yuno, with the banks, issuers and wallets behind it",
        curl: { url, key in
            "-H \"\(YunoHeader.publicKey): $(echo \(key) | cut -d: -f1)\" \(url)/v1/sdk/configuration"
        },
        objectLines: [["id", "status", "sub_status"], ["checkout.session"]],
        webhook: WebhookMembers(
            type: "type_event", code: "data.payment.sub_status", object: "data.payment.id",
            status: "data.payment.status"))

    package func check(_ request: SandboxRequest) throws(SandboxError) { try CardData.refuse(request) }
    package func plant(_ transaction: Transaction) throws { try PayerSeeds.plant(transaction) }
}
