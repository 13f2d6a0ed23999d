import PixAPI

/// What comes of an event.
struct EnrollmentOutcome: Sendable, Hashable {
    let state: EnrollmentState
    let reason: StatusReasonCode?
    /// The sentence where the event brings none of its own.
    let message: String?

    static func to(_ state: EnrollmentState) -> EnrollmentOutcome {
        EnrollmentOutcome(state: state, reason: nil, message: nil)
    }

    static func failed(_ reason: StatusReasonCode, _ message: String) -> EnrollmentOutcome {
        EnrollmentOutcome(state: .failed, reason: reason, message: message)
    }

    static func canceled(_ reason: StatusReasonCode, _ message: String) -> EnrollmentOutcome {
        EnrollmentOutcome(state: .canceled, reason: reason, message: message)
    }
}
