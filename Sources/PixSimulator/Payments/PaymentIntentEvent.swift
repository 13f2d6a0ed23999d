enum PaymentIntentEvent: String, Sendable, Hashable, CaseIterable {
    case assertionReceived = "assertion_received"
    case consentExpired = "consent_expired"
    case settled
    case assertionRefused = "assertion_refused"
    /// The signals name another device or another account date than the enrollment's.
    case riskSignalsRefused = "risk_signals_refused"
    /// The enrollment ended while the payment waited.
    case enrollmentInactive = "enrollment_inactive"
    case resultTimedOut = "result_timed_out"
}
