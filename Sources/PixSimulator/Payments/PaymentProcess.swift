import CeremonyDocuments
import PixAPI
import RelyingParty
import Sandbox
import ToqueEncoding

/// What happens to payment intents, their charges and what these leave behind.
struct PaymentProcess: BankProcess {
    static let name = "payment intent"
    static let clocks = paymentIntentClocks

    let durations: PixSimulator.Durations
    let risk: PixSimulator.RiskPolicy
    let bank: Bank

    /// Stores a new intent and its charge.
    func begin(_ record: inout PaymentIntentRecord, charge: Charge, _ transaction: Transaction) throws {
        try enter(&record, from: nil, on: nil, findings: [], transaction)
        try ChargeProcess().begin(charge, transaction)
    }

    func apply(
        _ event: PaymentIntentEvent, to record: inout PaymentIntentRecord, message: String? = nil,
        findings: [RiskRules.Finding] = [], _ transaction: Transaction
    ) throws -> Bool {
        guard let outcome = paymentIntentMachine.outcome(of: event, in: record.state) else { return false }
        let old = record.state
        record.state = outcome.state
        record.intent.status = outcome.state.status
        record.intent.updatedAt = transaction.now
        record.intent.failureCode = outcome.failureCode
        record.intent.failureMessage = outcome.failureCode == nil ? nil : message ?? outcome.failureMessage
        try enter(&record, from: old, on: event, findings: findings, transaction)
        return true
    }

    /// The ceremony of a device's assertion, to be judged before `receive`.
    /// - Parameter time: at which it is judged.
    /// - Returns: nil where no assertion is awaited, or nobody is enrolled any more who could have made it.
    func ceremony(
        _ request: AuthorizePaymentIntentRequest, for record: PaymentIntentRecord, of enrollment: EnrollmentRecord,
        at time: Timestamp
    ) -> CeremonyDocument? {
        guard paymentIntentMachine.outcome(of: .assertionReceived, in: record.state) != nil,
            enrollment.state == .succeeded, let credential = enrollment.credential
        else { return nil }
        return bank.ceremony(request, for: record, credential: credential, at: time)
    }

    /// The device's assertion. Whatever it is worth is told later.
    /// - Parameter judged: of `ceremony`.
    /// - Throws: `SandboxError` `invalid_status` where none is awaited.
    func receive(
        _ judged: JudgedCeremony?, riskSignals: JSONObject, for record: inout PaymentIntentRecord,
        of enrollment: inout EnrollmentRecord, _ transaction: Transaction
    ) throws {
        guard paymentIntentMachine.outcome(of: .assertionReceived, in: record.state) != nil else {
            throw SandboxError.invalidStatus(
                "The payment intent is \(record.state.rawValue); an assertion is taken once.")
        }
        let findings = RiskRules.findings(in: riskSignals, of: enrollment)
        record.verdict = try answer(to: judged, record, &enrollment, findings, transaction)
        record.riskSignals = riskSignals
        try require(.assertionReceived, to: &record, findings: findings, transaction)
    }

    /// The bank's view of an assertion. A valid one moves the credential's counter, whatever becomes of the payment.
    private func answer(
        to judged: JudgedCeremony?, _ record: PaymentIntentRecord, _ enrollment: inout EnrollmentRecord,
        _ findings: [RiskRules.Finding], _ transaction: Transaction
    ) throws -> BankAnswer<PaymentIntentEvent> {
        guard let judged else { return BankAnswer(.enrollmentInactive) }
        try judged.record(of: record.id, transaction)
        if let failure = judged.verdict.failure { return BankAnswer(.assertionRefused, message: "\(failure)") }
        enrollment.credential = judged.verdict.credential
        try enrollment.save(transaction)
        if risk == .strict, let finding = findings.first {
            return BankAnswer(.securityRefused, message: finding.message)
        }
        return BankAnswer(.settled)
    }

    // MARK: States

    /// What a new state begins with.
    private func enter(
        _ record: inout PaymentIntentRecord, from old: PaymentIntentState?, on event: PaymentIntentEvent?,
        findings: [RiskRules.Finding], _ transaction: Transaction
    ) throws {
        let choice = try record.scenario.current(for: record.id, transaction)
        try Self.clocks.move(record.id, from: old, to: record.state, durations, transaction)
        try planBankStep(of: &record, by: choice.scenario, transaction)
        try record.save(transaction)
        try tell(record, from: old, on: event, choice, findings: findings, transaction)
        switch record.state {
        case .succeeded: try ChargeProcess().apply(.settle, of: record, choice, transaction)
        case .failed: try ChargeProcess().apply(.fail, of: record, choice, transaction)
        case .awaitingAssertion, .awaitingResult: break
        }
    }

    func step(of record: PaymentIntentRecord, by scenario: PixScenario) -> BankStep<PaymentIntentEvent>? {
        scenario.payment[record.state]
    }

    func usualStep(of record: PaymentIntentRecord) -> (answer: BankAnswer<PaymentIntentEvent>, delay: BankDelay)? {
        record.state == .awaitingResult ? record.verdict.map { ($0, .result) } : nil
    }

    /// The event log, and a webhook where the status is another one than before.
    private func tell(
        _ record: PaymentIntentRecord, from old: PaymentIntentState?, on event: PaymentIntentEvent?,
        _ choice: ScenarioChoice, findings: [RiskRules.Finding], _ transaction: Transaction
    ) throws {
        let intent = record.intent
        try StateChange(
            type: "payment.\(old == nil ? "created" : intent.status.rawValue.lowercased())",
            kind: PaymentIntentRecord.kind, object: record.id, from: old?.rawValue, to: record.state.rawValue,
            event: event?.rawValue, status: intent.status.rawValue, reason: intent.failureCode,
            message: intent.failureMessage, scenario: choice, findings: findings.map(\.message)
        ).emit(transaction)
        if let old, old.status != intent.status { try PixWebhook(intent).send(choice.scenario, transaction) }
    }
}
