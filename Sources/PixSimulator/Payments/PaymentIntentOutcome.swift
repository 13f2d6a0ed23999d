struct PaymentIntentOutcome: Sendable, Hashable {
    let state: PaymentIntentState
    let failureCode: String?
    /// Nil where the event brings its own sentence.
    let failureMessage: String?

    static func to(_ state: PaymentIntentState) -> PaymentIntentOutcome {
        PaymentIntentOutcome(state: state, failureCode: nil, failureMessage: nil)
    }

    static func failed(_ code: String, _ message: String? = nil) -> PaymentIntentOutcome {
        PaymentIntentOutcome(state: .failed, failureCode: code, failureMessage: message)
    }
}
