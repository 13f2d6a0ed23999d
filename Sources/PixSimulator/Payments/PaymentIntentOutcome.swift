/// What comes of an event.
struct PaymentIntentOutcome: Sendable, Hashable {
    let state: PaymentIntentState
    let failureCode: String?
    /// The sentence where the event brings none of its own.
    let failureMessage: String?

    static func to(_ state: PaymentIntentState) -> PaymentIntentOutcome {
        PaymentIntentOutcome(state: state, failureCode: nil, failureMessage: nil)
    }

    static func failed(_ code: String, _ message: String) -> PaymentIntentOutcome {
        PaymentIntentOutcome(state: .failed, failureCode: code, failureMessage: message)
    }
}
