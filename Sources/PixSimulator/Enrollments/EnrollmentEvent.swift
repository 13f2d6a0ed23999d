enum EnrollmentEvent: String, Sendable, Hashable, CaseIterable {
    case approve
    case decline
    case decisionExpired = "decision_expired"
    case redirectionSucceeded = "redirection_succeeded"
    /// The error callback with `access_denied`.
    case redirectionDenied = "redirection_denied"
    /// The error callback with any other error.
    case redirectionFailed = "redirection_failed"
    case optionsReady = "options_ready"
    case optionsTimedOut = "options_timed_out"
    case credentialReceived = "credential_received"
    case credentialExpired = "credential_expired"
    case credentialAccepted = "credential_accepted"
    case credentialRefused = "credential_refused"
    case resultTimedOut = "result_timed_out"
    case validityExpired = "validity_expired"
}
