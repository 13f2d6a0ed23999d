extension PixScenario {
    /// One per reason for an enrollment's end, in the order in which they can happen. Append only: the numbers of the
    /// institutions with these scenarios depend on it.
    static let ofEnrollments: [PixScenario] = [
        enrollment(
            "send_risk_signals_failed", "The bank misses risk signals; the enrollment fails before the redirect.",
            [.awaitingDecision: .event(.riskSignalsFailed, after: .atOnce)]),
        enrollment(
            "redirection_to_institution_failed", "The account holder's time at the bank expires at once.",
            [.awaitingDecision: .event(.decisionExpired, after: .atOnce)]),
        enrollment(
            "rejected_by_user", "The redirect comes back with access_denied, whatever is decided at the bank.",
            redirectError: "access_denied"),
        enrollment(
            "redirection_back_from_institution_failed",
            "The redirect comes back with server_error, whatever is decided at the bank.",
            redirectError: "server_error"),
        enrollment(
            "device_not_supports_biometric_authentication", "The bank refuses the device instead of giving options.",
            [.awaitingOptions: .event(.deviceIncompatible, after: .options)]),
        enrollment(
            "too_many_device_registration_attempts", "The bank gives no more registration options.",
            [.awaitingOptions: .event(.challengesExhausted, after: .options)]),
        enrollment(
            "institution_infra_failed", "The bank breaks down instead of giving options.",
            [.awaitingOptions: .event(.institutionFailed, after: .options)]),
        enrollment(
            "biometric_registration_failed", "The bank cannot register the confirmed device.",
            [.awaitingResult: .event(.registrationFailed, after: .result)]),
        enrollment(
            "biometric_validation_error", "The bank refuses the confirmed credential.",
            [.awaitingResult: .event(.credentialRefused, after: .result)]),
        enrollment(
            "blocked_by_institution_security_policy", "The bank's security policy refuses the confirmed device.",
            [.awaitingResult: .event(.securityRefused, after: .result)]),
        enrollment(
            "rejected_other", "The bank rejects the confirmed device without saying why.",
            [.awaitingResult: .event(.rejectedOther, after: .result)]),
        enrollment(
            "unexpected", "The bank rejects the confirmed device for an unexpected reason.",
            [.awaitingResult: .event(.rejectedUnexpectedly, after: .result)]),
        enrollment(
            "canceled_due_to_expiration", "The enrollment succeeds, and its validity expires a minute later.",
            [.succeeded: .event(.validityExpired, after: .seconds(60))]),
        enrollment(
            "revoked", "The enrollment succeeds, and the account holder revokes it at the bank a minute later.",
            [.succeeded: .event(.revoked, after: .seconds(60))]),
        enrollment(
            "insufficient_funds",
            "The redirect comes back with insufficient_funds, whatever is decided at the bank: the guide's example.",
            redirectError: "insufficient_funds"),
    ]
}
