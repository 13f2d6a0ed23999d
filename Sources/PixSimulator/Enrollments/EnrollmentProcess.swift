import PixAPI
import Sandbox
import ToqueEncoding

/// What happens to enrollments: every change goes through the table, is stored, and sets the timers of what may follow.
struct EnrollmentProcess: Sendable {
    static let timerPrefix = "enrollment."

    let durations: PixSimulator.Durations

    /// Lets the event happen.
    /// - Parameters:
    ///   - message: a sentence for events that bring their own.
    /// - Returns: false, with nothing changed, where the table does not have it.
    func apply(
        _ event: EnrollmentEvent, to record: inout EnrollmentRecord, at time: Timestamp, message: String? = nil,
        _ transaction: Transaction
    ) throws -> Bool {
        guard let outcome = enrollmentMachine.outcome(of: event, in: record.state) else { return false }
        record.state = outcome.state
        record.enrollment.status = outcome.state.status
        record.enrollment.details.status = outcome.state.detailsStatus
        record.enrollment.updatedAt = time
        record.enrollment.statusReasonCode = outcome.reason
        record.enrollment.statusReasonMessage = outcome.reason == nil ? nil : outcome.message ?? message
        try enter(&record, at: time, transaction)
        try record.save(transaction)
        return true
    }

    /// As `apply`, for what a request wants.
    /// - Throws: `SandboxError` `invalid_status` where the table does not have it.
    func require(
        _ event: EnrollmentEvent, to record: inout EnrollmentRecord, message: String? = nil,
        _ transaction: Transaction
    ) throws {
        let state = record.state
        guard try apply(event, to: &record, at: transaction.now, message: message, transaction) else {
            throw SandboxError.invalidStatus("\(event.rawValue) is not possible: the enrollment is \(state.rawValue).")
        }
    }

    /// What a new state begins with.
    private func enter(_ record: inout EnrollmentRecord, at time: Timestamp, _ transaction: Transaction) throws {
        func schedule(_ event: EnrollmentEvent, in delay: Duration) throws {
            try Self.schedule(event, for: record.enrollment.id, at: time + delay, transaction)
        }
        switch record.state {
        case .awaitingDecision: try schedule(.decisionExpired, in: durations.decision)
        case .awaitingOptions:
            try schedule(.optionsReady, in: durations.optionsDelay)
            try schedule(.optionsTimedOut, in: durations.optionsTimeout)
            try schedule(.credentialExpired, in: durations.registration)
        case .awaitingCredential:
            // 14 bytes, as the guide's sample has: below the 16 that WebAuthn recommends, which clients must stand.
            record.challenge = try transaction.random().bytes(14)
        case .awaitingResult:
            try schedule(
                record.credential == nil ? .credentialRefused : .credentialAccepted, in: durations.resultDelay)
            try schedule(.resultTimedOut, in: durations.resultTimeout)
        case .succeeded:
            record.enrollment.details.expiresAt = time + durations.validity
            try schedule(.validityExpired, in: durations.validity)
        case .approved, .declined, .failed, .canceled: break
        }
    }

    /// Stores a new enrollment.
    func begin(_ record: EnrollmentRecord, _ transaction: Transaction) throws {
        var record = record
        try enter(&record, at: transaction.now, transaction)
        try record.save(transaction)
    }

    private static func schedule(
        _ event: EnrollmentEvent, for id: String, at due: Timestamp, _ transaction: Transaction
    ) throws {
        try transaction.schedule(SandboxTimer(kind: timerPrefix + event.rawValue, subject: id, due: due))
    }

    /// A timer that comes too late for its state is passed over.
    func fire(_ event: EnrollmentEvent, _ timer: SandboxTimer, _ transaction: Transaction) throws {
        guard var record = try EnrollmentRecord.find(timer.subject, transaction) else { return }
        _ = try apply(event, to: &record, at: timer.due, message: record.refusal, transaction)
    }
}
