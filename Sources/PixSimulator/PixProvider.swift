import PixAPI
import Sandbox
import SandboxKit
import ToqueEncoding

/// The provider's Biometric Pix API and its bank.
struct PixProvider: ObjectProvider {
    let bank: Bank
    let enrollments: EnrollmentProcess
    let payments: PaymentProcess
    let scenarioRules: ScenarioRules<PixScenario>
    let bankKeys: BankKeys
    let wellKnown: WellKnownFiles?
    let accessTokens = AccessTokenIssuer()
    /// The fidelity rules, in addition to every sandbox's checks.
    let rules: [FidelityRule]
    let modes: [(name: String, value: String)]

    let name = "biometric-pix"
    let prefixes = ["payments/br"]
    let deliveryRules = DeliveryRules(
        retryDelays: [.seconds(60), .seconds(60), .seconds(60)], answerTime: .seconds(5))
    let indexes = [
        "$.device_id", "$.credential.id", "$.identifier", "$.enrollment.external_id", "$.intent.external_id",
    ].map(ObjectIndex.init)

    init(_ configuration: PixSimulator.Configuration) {
        bank = Bank(
            identity: configuration.relyingParty,
            unsolicitedExtensions: configuration.risk == .strict ? .reject : .report)
        let risk = RiskRefusals(policy: configuration.risk, allowed: configuration.allowedSignals)
        enrollments = EnrollmentProcess(durations: configuration.durations, risk: risk, bank: bank)
        payments = PaymentProcess(durations: configuration.durations, risk: risk, bank: bank)
        rules = FidelityRule.rules(of: configuration.fidelity)
        modes =
            [("fidelity", configuration.fidelity.rawValue), ("risk", configuration.risk.rawValue)]
            + (risk.allowed.isEmpty ? [] : [("risk-allow", risk.allowed.sorted().joined(separator: " "))])
        bankKeys = BankKeys(configuration.bankKey)
        wellKnown = configuration.wellKnown.map(WellKnownFiles.init)
        scenarioRules = ScenarioRules(fallback: configuration.sandbox.scenario)
    }

    var routes: [Route] {
        institutionRoutes + customerRoutes + bankAccountRoutes + enrollmentRoutes + enrollmentCeremonyRoutes
            + paymentIntentRoutes + paymentIntentListRoutes + chargeRoutes + accessTokenRoutes + approvalRoutes
            + bankDiscoveryRoutes + wellKnownRoutes
    }

    var fidelity: [FidelitySection] { FidelityPage.sections }
    var processes: [any ScenarioProcess] { [enrollments, payments] }
    var scenarios: [Scenario] { PixScenario.catalog.engineScenarios }
    var magicValues: [MagicValue] { MagicAmounts.values }

    var guide: ProviderGuide {
        ProviderGuide(
            title: "Provider and bank", curl: { url, key in "-u \(key) \(url)/institutions/" },
            environment: [
                "TOQUE_CUSTOMER": Seeds.customer, "TOQUE_ACCOUNT_TENURE": Seeds.customerCreatedAt.date,
                "TOQUE_INSTITUTION": Seeds.institution, "TOQUE_BENEFICIARY_BANK_ACCOUNT": Seeds.beneficiaryBankAccount,
            ],
            objectLines: [["id", "status", "status_reason_code", "failure_code"], ["callback"]],
            webhook: WebhookMembers(
                type: "webhook_type", code: "webhook_code", object: "object_id", status: "data.status")
        ).tested(by: Self.testGuide)
    }

    func start(_ engine: Engine) async throws {
        try await checkWellKnownFiles(engine)
        try await bankKeys.restore(engine)
    }

    func plant(_ transaction: Transaction) throws { try Seeds.plant(transaction) }

    func tenant(ofBearer token: String, _ engine: Engine) async throws -> String? {
        try await accessTokens.tenant(of: token, engine)
    }

    func assumption(of error: SandboxError) -> String? { Behavior.followed(by: error)?.id }

    func errorBody(_ error: SandboxError, requestID: String, at now: Timestamp) -> JSON {
        Self.errorArray([error] + error.others, requestID: requestID)
    }

    static func errorArray(_ errors: [SandboxError], requestID: String) -> JSON {
        .array(
            errors.map {
                APIErrorItem(requestID: requestID, code: $0.code, message: $0.message, field: $0.field).json
            })
    }
}
