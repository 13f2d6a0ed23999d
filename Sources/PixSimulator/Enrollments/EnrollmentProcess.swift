import CeremonyDocuments
import PixAPI
import RelyingParty
import Sandbox
import ToqueEncoding

/// What happens to enrollments.
struct EnrollmentProcess: BankProcess {
    static let name = "enrollment"
    static let clocks = enrollmentClocks

    let durations: PixSimulator.Durations
    let risk: PixSimulator.RiskPolicy
    let bank: Bank

    /// Stores a new enrollment.
    func begin(_ record: inout EnrollmentRecord, _ transaction: Transaction) throws {
        try enter(&record, from: nil, on: nil, findings: RiskRules.findings(in: record.riskSignals), transaction)
    }

    func apply(
        _ event: EnrollmentEvent, to record: inout EnrollmentRecord, message: String? = nil,
        findings: [RiskRules.Finding] = [], _ transaction: Transaction
    ) throws -> Bool {
        guard let outcome = enrollmentMachine.outcome(of: event, in: record.state) else { return false }
        let old = record.state
        record.state = outcome.state
        record.enrollment.status = outcome.state.status
        record.enrollment.details.status = outcome.state.detailsStatus
        record.enrollment.updatedAt = transaction.now
        record.enrollment.statusReasonCode = outcome.reason
        record.enrollment.statusReasonMessage = outcome.reason == nil ? nil : message ?? outcome.message
        try enter(&record, from: old, on: event, findings: findings, transaction)
        return true
    }

    /// The ceremony of a device's credential, to be judged before `receive`.
    /// - Parameter time: at which it is judged.
    /// - Returns: nil where no credential is awaited.
    func ceremony(
        _ request: ConfirmEnrollmentRequest, for record: EnrollmentRecord, at time: Timestamp,
        _ transaction: Transaction
    ) throws -> CeremonyDocument? {
        guard enrollmentMachine.outcome(of: .credentialReceived, in: record.state) != nil else { return nil }
        let isKnown =
            try transaction.objects(
                kind: EnrollmentRecord.kind,
                filters: [.equals("$.credential.id", Base64URL.encode(request.credentialID))], limit: 0
            ).count > 0
        return bank.ceremony(
            request, for: record, knownCredentialIDs: isKnown ? [request.credentialID] : [], at: time)
    }

    /// The device's credential. Whatever it is worth is told later.
    /// - Parameter judged: of `ceremony`; nil where no credential is awaited.
    /// - Throws: `SandboxError` `invalid_status` where none is awaited.
    func receive(
        _ judged: JudgedCeremony?, for record: inout EnrollmentRecord, _ transaction: Transaction
    ) throws {
        guard let judged else {
            throw SandboxError.invalidStatus(
                "The enrollment is \(record.state.rawValue); a credential is taken once, after the options.")
        }
        try judged.record(of: record.id, transaction)
        record.credential = judged.verdict.credential
        record.refusal = judged.verdict.failure.map { "\($0)" }
        try require(.credentialReceived, to: &record, transaction)
    }

    // MARK: States

    /// What a new state begins with.
    private func enter(
        _ record: inout EnrollmentRecord, from old: EnrollmentState?, on event: EnrollmentEvent?,
        findings: [RiskRules.Finding], _ transaction: Transaction
    ) throws {
        let choice = try record.scenario.current(for: record.id, transaction)
        try Self.clocks.move(record.id, from: old, to: record.state, durations, transaction)
        switch record.state {
        case .awaitingCredential:
            // 14 bytes, as the guide's sample has: below the 16 that WebAuthn recommends, which clients must stand.
            record.challenge = try transaction.random().bytes(14)
        case .succeeded: record.enrollment.details.expiresAt = transaction.now + durations.validity
        // What the bank did not take is nobody's credential.
        case .failed: record.credential = nil
        case .awaitingDecision, .approved, .declined, .awaitingOptions, .awaitingResult, .canceled: break
        }
        try planBankStep(of: &record, by: choice.scenario, transaction)
        try record.save(transaction)
        try tell(record, from: old, on: event, choice, findings: findings, transaction)
    }

    func step(of record: EnrollmentRecord, by scenario: PixScenario) -> BankStep<EnrollmentEvent>? {
        scenario.enrollment[record.state]
    }

    func usualStep(of record: EnrollmentRecord) -> (answer: BankAnswer<EnrollmentEvent>, delay: BankDelay)? {
        switch record.state {
        case .awaitingDecision:
            guard risk == .strict, let finding = RiskRules.findings(in: record.riskSignals).first else { return nil }
            return (BankAnswer(finding.rule.refusal, message: finding.message), .atOnce)
        case .awaitingOptions: return (BankAnswer(.optionsReady), .options)
        case .awaitingResult where record.credential == nil:
            return (BankAnswer(.credentialRefused, message: record.refusal), .result)
        case .awaitingResult: return (BankAnswer(.credentialAccepted), .result)
        case .approved, .declined, .awaitingCredential, .succeeded, .failed, .canceled: return nil
        }
    }

    /// The event log, and a webhook where the status is another one than before.
    private func tell(
        _ record: EnrollmentRecord, from old: EnrollmentState?, on event: EnrollmentEvent?, _ choice: ScenarioChoice,
        findings: [RiskRules.Finding], _ transaction: Transaction
    ) throws {
        let enrollment = record.enrollment
        try StateChange(
            type: "enrollment.\(old == nil ? "created" : enrollment.status.rawValue.lowercased())",
            kind: EnrollmentRecord.kind, object: record.id, from: old?.rawValue, to: record.state.rawValue,
            event: event?.rawValue, status: enrollment.status.rawValue,
            reason: enrollment.statusReasonCode?.rawValue, message: enrollment.statusReasonMessage, scenario: choice,
            findings: findings.map(\.message)
        ).emit(transaction)
        if let old, old.status != enrollment.status { try PixWebhook(enrollment).send(choice.scenario, transaction) }
    }
}
