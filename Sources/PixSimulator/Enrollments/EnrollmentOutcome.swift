import PixAPI

/// What comes of an event.
struct EnrollmentOutcome: Sendable, Hashable {
    let state: EnrollmentState
    let reason: StatusReasonCode?
    /// Nil where the event brings its own sentence.
    let message: String?

    static func to(_ state: EnrollmentState) -> EnrollmentOutcome {
        EnrollmentOutcome(state: state, reason: nil, message: nil)
    }

    static func failed(_ reason: StatusReasonCode, _ message: String? = nil) -> EnrollmentOutcome {
        EnrollmentOutcome(state: .failed, reason: reason, message: message)
    }
}
