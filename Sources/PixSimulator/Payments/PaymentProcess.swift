import CeremonyDocuments
import PixAPI
import RelyingParty
import Sandbox
import SandboxKit
import ToqueEncoding

/// The process of payment intents, their charges and the resulting transactions.
struct PaymentProcess: ScenarioProcess {
    static let topic = "payment"
    static let machine = paymentIntentMachine
    static let clocks = paymentIntentClocks

    let durations: PixSimulator.Durations
    let risk: RiskRefusals
    let bank: Bank

    /// Stores a new intent and its charge.
    func begin(_ record: inout PaymentIntentRecord, charge: Charge, _ transaction: Transaction) throws {
        try begin(&record, transaction)
        var charge = charge
        try ChargeProcess(intent: record.intent, scenario: nil).begin(&charge, transaction)
    }

    /// The ceremony of a device's assertion, to be judged before `receive`.
    /// - Parameter time: the time for the verification.
    /// - Returns: nil if no assertion is expected, or the enrollment has ended.
    func ceremony(
        _ request: AuthorizePaymentIntentRequest, for record: PaymentIntentRecord, of enrollment: EnrollmentRecord,
        at time: Timestamp, _ transaction: ReadTransaction
    ) throws -> CeremonyDocument? {
        guard paymentIntentMachine.outcome(of: .assertionReceived, in: record.state) != nil,
            enrollment.state == .succeeded, let credential = enrollment.credential
        else { return nil }
        return bank.ceremony(
            request, for: record, credential: credential, apps: try RegisteredApps(transaction), at: time)
    }

    /// Accepts the device's assertion. The result, valid or not, follows later.
    /// - Parameter judged: of `ceremony`.
    /// - Throws: `SandboxError` `invalid_status` if no assertion is expected.
    func receive(
        _ judged: JudgedCeremony?, riskSignals: JSONObject, for record: inout PaymentIntentRecord,
        of enrollment: inout EnrollmentRecord, _ transaction: Transaction
    ) throws {
        guard paymentIntentMachine.outcome(of: .assertionReceived, in: record.state) != nil else {
            throw SandboxError.invalidStatus(
                "The payment intent is \(record.state.rawValue); an assertion is taken once.")
        }
        let findings = RiskRules.findings(in: riskSignals, of: enrollment)
        record.verdict = try verdict(on: judged, record, &enrollment, findings, transaction)
        record.riskSignals = riskSignals
        try require(.assertionReceived, to: &record, details: findings.details, transaction)
    }

    /// The bank's verdict on an assertion. A valid one updates the credential's counter, even if the payment fails.
    private func verdict(
        on judged: JudgedCeremony?, _ record: PaymentIntentRecord, _ enrollment: inout EnrollmentRecord,
        _ findings: [RiskRules.Finding], _ transaction: Transaction
    ) throws -> PlannedEvent<PaymentIntentEvent> {
        guard let judged else { return PlannedEvent(.enrollmentInactive) }
        try judged.record(of: record.id, transaction)
        if let failure = judged.verdict.failure {
            let message = try RegisteredApps(transaction).sentence(about: failure)
            return PlannedEvent(.assertionRefused, message: message)
        }
        if enrollment.credential != judged.verdict.credential {
            enrollment.credential = judged.verdict.credential
            try enrollment.save(transaction)
        }
        if let finding = risk.first(of: findings) {
            return PlannedEvent(.securityRefused, message: finding.message)
        }
        return PlannedEvent(.settled)
    }

    // MARK: States

    func change(
        _ record: inout PaymentIntentRecord, to transition: PaymentIntentTransition, message: String?,
        _ transaction: Transaction
    ) {
        record.state = transition.state
        record.intent.status = transition.state.status
        record.intent.updatedAt = transaction.now
        record.intent.failureCode = transition.reason
        record.intent.failureMessage = transition.message(message)
    }

    func step(of record: PaymentIntentRecord, by scenario: PixScenario) -> BankStep<PaymentIntentEvent>? {
        scenario.payment[record.state]
    }

    func usualStep(of record: PaymentIntentRecord) -> PlannedStep<PaymentIntentEvent, PixSimulator.Durations>? {
        record.state == .awaitingResult ? record.verdict.map { PlannedStep($0, after: .result) } : nil
    }

    func notify(of record: PaymentIntentRecord, _ choice: PixScenario.Choice?, _ transaction: Transaction) throws {
        try PixWebhook(record.intent).send(choice, transaction)
    }

    /// Ends the charge together with its intent.
    func followUp(
        on record: inout PaymentIntentRecord, _ choice: PixScenario.Choice?, _ transaction: Transaction
    ) throws {
        let event: ChargeEvent
        switch record.state {
        case .succeeded: event = .settle
        case .failed: event = .fail
        case .awaitingAssertion, .awaitingResult: return
        }
        guard var charge = try Charge.find(record.chargeID, transaction) else { return }
        try ChargeProcess(intent: record.intent, scenario: choice).apply(event, to: &charge, transaction)
    }
}
