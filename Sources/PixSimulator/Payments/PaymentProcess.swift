import PixAPI
import Sandbox
import ToqueEncoding

/// What happens to payment intents and their charges: every change goes through the tables, is stored, and sets the
/// timers of what may follow.
struct PaymentProcess: Sendable {
    static let timerPrefix = "payment_intent."

    let durations: PixSimulator.Durations

    /// Lets the event happen.
    /// - Returns: false, with nothing changed, where the table does not have it.
    func apply(
        _ event: PaymentIntentEvent, to record: inout PaymentIntentRecord, at time: Timestamp,
        _ transaction: Transaction
    ) throws -> Bool {
        guard let outcome = paymentIntentMachine.outcome(of: event, in: record.state) else { return false }
        record.state = outcome.state
        record.intent.status = outcome.state.status
        record.intent.updatedAt = time
        record.intent.failureCode = outcome.failureCode
        record.intent.failureMessage =
            outcome.failureCode == nil ? nil : outcome.failureMessage ?? record.refusal
        try enter(record, at: time, transaction)
        try record.save(transaction)
        return true
    }

    /// Stores a new intent and its charge.
    func begin(_ record: PaymentIntentRecord, charge: Charge, _ transaction: Transaction) throws {
        try charge.save(transaction)
        try enter(record, at: transaction.now, transaction)
        try record.save(transaction)
    }

    /// What a new state begins with.
    private func enter(_ record: PaymentIntentRecord, at time: Timestamp, _ transaction: Transaction) throws {
        func schedule(_ event: PaymentIntentEvent, in delay: Duration) throws {
            try transaction.schedule(
                SandboxTimer(
                    kind: Self.timerPrefix + event.rawValue, subject: record.intent.id, due: time + delay))
        }
        switch record.state {
        case .awaitingAssertion: try schedule(.consentExpired, in: durations.consent)
        case .awaitingResult:
            if let result = record.result { try schedule(result, in: durations.resultDelay) }
            try schedule(.resultTimedOut, in: durations.resultTimeout)
        case .succeeded: try move(record, .settle, at: time, transaction)
        case .failed: try move(record, .fail, at: time, transaction)
        }
    }

    /// The charge follows its intent.
    private func move(
        _ record: PaymentIntentRecord, _ event: ChargeEvent, at time: Timestamp, _ transaction: Transaction
    ) throws {
        guard var charge = try Charge.find(record.chargeID, transaction),
            let status = chargeMachine.outcome(of: event, in: charge.status)
        else { return }
        charge.status = status
        charge.updatedAt = time
        charge.failureCode = record.intent.failureCode
        charge.failureMessage = record.intent.failureMessage
        try charge.save(transaction)
    }

    /// A timer that comes too late for its state is passed over.
    func fire(_ event: PaymentIntentEvent, _ timer: SandboxTimer, _ transaction: Transaction) throws {
        guard var record = try PaymentIntentRecord.find(timer.subject, transaction) else { return }
        _ = try apply(event, to: &record, at: timer.due, transaction)
    }
}
