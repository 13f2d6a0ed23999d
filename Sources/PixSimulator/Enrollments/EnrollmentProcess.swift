import CeremonyDocuments
import PixAPI
import RelyingParty
import Sandbox
import SandboxKit
import ToqueEncoding

/// The process of enrollments.
struct EnrollmentProcess: ScenarioProcess {
    static let machine = enrollmentMachine
    static let clocks = enrollmentClocks

    let durations: PixSimulator.Durations
    let risk: RiskRefusals
    let bank: Bank

    /// The ceremony of a device's credential, to be judged before `receive`.
    /// - Parameter time: the time for the verification.
    /// - Returns: nil if no credential is expected.
    func ceremony(
        _ request: ConfirmEnrollmentRequest, for record: EnrollmentRecord, at time: Timestamp,
        _ transaction: ReadTransaction
    ) throws -> CeremonyDocument? {
        guard enrollmentMachine.outcome(of: .credentialReceived, in: record.state) != nil else { return nil }
        let isKnown =
            try transaction.objects(
                kind: EnrollmentRecord.kind,
                filters: [.equals("$.credential.id", Base64URL.encode(request.credentialID))], limit: 0
            ).count > 0
        return bank.ceremony(
            request, for: record, knownCredentialIDs: isKnown ? [request.credentialID] : [],
            apps: try RegisteredApps(transaction), at: time)
    }

    /// Accepts the device's credential. The result, valid or not, follows later.
    /// - Parameter judged: of `ceremony`; nil if no credential is expected.
    /// - Throws: `SandboxError` `invalid_status` if no credential is expected.
    func receive(
        _ judged: JudgedCeremony?, for record: inout EnrollmentRecord, _ transaction: Transaction
    ) throws {
        guard let judged else {
            throw SandboxError.invalidStatus(
                "The enrollment is \(record.state.rawValue); a credential is taken once, after the options.")
        }
        try judged.record(of: record.id, transaction)
        record.credential = judged.verdict.credential
        record.refusal = try judged.verdict.failure.map { try RegisteredApps(transaction).sentence(about: $0) }
        try require(.credentialReceived, to: &record, transaction)
    }

    // MARK: States

    func change(
        _ record: inout EnrollmentRecord, to transition: EnrollmentTransition, message: String?,
        _ transaction: Transaction
    ) throws {
        record.state = transition.state
        record.enrollment.status = transition.state.status
        record.enrollment.details.status = transition.state.detailsStatus
        record.enrollment.updatedAt = transaction.now
        record.enrollment.statusReasonCode = transition.reason
        record.enrollment.statusReasonMessage = transition.message(message)
        switch record.state {
        case .awaitingCredential:
            // 14 bytes, as in the guide's sample: fewer than the 16 that WebAuthn recommends, which clients must
            // tolerate.
            record.challenge = try transaction.random().bytes(14)
        case .succeeded: record.enrollment.details.expiresAt = transaction.now + durations.validity
        // A refused credential belongs to no enrollment.
        case .failed: record.credential = nil
        case .awaitingDecision, .approved, .declined, .awaitingOptions, .awaitingResult, .canceled: break
        }
    }

    func step(of record: EnrollmentRecord, by scenario: PixScenario) -> BankStep<EnrollmentEvent>? {
        scenario.enrollment[record.state]
    }

    func usualStep(of record: EnrollmentRecord) -> PlannedStep<EnrollmentEvent, PixSimulator.Durations>? {
        switch record.state {
        case .awaitingDecision:
            guard let finding = risk.first(of: RiskRules.findings(in: record.riskSignals)) else { return nil }
            return PlannedStep(finding.rule.refusal, message: finding.message, after: .atOnce)
        case .awaitingOptions: return PlannedStep(.optionsReady, after: .options)
        case .awaitingResult where record.credential == nil:
            return PlannedStep(.credentialRefused, message: record.refusal, after: .result)
        case .awaitingResult: return PlannedStep(.credentialAccepted, after: .result)
        case .approved, .declined, .awaitingCredential, .succeeded, .failed, .canceled: return nil
        }
    }

    func notify(of record: EnrollmentRecord, _ choice: PixScenario.Choice?, _ transaction: Transaction) throws {
        try PixWebhook(record.enrollment).send(choice, transaction)
    }
}
