/// The events of an enrollment. In capitals: the regulator's reasons for a rejection or revocation.
enum EnrollmentEvent: String, Sendable, Hashable, CaseIterable {
    // The account holder
    case approve
    case decline
    /// Declined or revoked at the bank, before or after the device is enrolled (REJEITADO_MANUALMENTE,
    /// REVOGADO_MANUALMENTE).
    case revoked

    // The merchant's server
    case redirectionSucceeded = "redirection_succeeded"
    /// The error callback with `access_denied`.
    case redirectionDenied = "redirection_denied"
    /// The error callback with any other error (REJEITADO_FALHA_HYBRID_FLOW).
    case redirectionFailed = "redirection_failed"
    /// The error callback with `insufficient_funds`, whose response the guide shows.
    case redirectionWithoutFunds = "redirection_without_funds"
    case credentialReceived = "credential_received"

    // The bank
    /// The bank could not use the signals (REJEITADO_TEMPO_EXPIRADO_RISK_SIGNALS).
    case riskSignalsFailed = "risk_signals_failed"
    case optionsReady = "options_ready"
    /// REJEITADO_DISPOSITIVO_INCOMPATIVEL.
    case deviceIncompatible = "device_incompatible"
    /// REJEITADO_MAXIMO_CHALLENGES_ATINGIDO.
    case challengesExhausted = "challenges_exhausted"
    case credentialAccepted = "credential_accepted"
    /// REJEITADO_FALHA_FIDO.
    case credentialRefused = "credential_refused"
    /// The bank did not complete the registration in time (REJEITADO_TEMPO_EXPIRADO_ENROLLMENT).
    case registrationFailed = "registration_failed"
    /// REJEITADO_FALHA_INFRAESTRUTURA.
    case institutionFailed = "institution_failed"
    /// REJEITADO_SEGURANCA_INTERNA.
    case securityRefused = "security_refused"
    /// REJEITADO_OUTRO.
    case rejectedOther = "rejected_other"
    /// A reason for which the provider has no code.
    case rejectedUnexpectedly = "rejected_unexpectedly"

    // Clocks
    /// REJEITADO_TEMPO_EXPIRADO_ACCOUNT_HOLDER_VALIDATION.
    case decisionExpired = "decision_expired"
    case optionsTimedOut = "options_timed_out"
    /// REJEITADO_TEMPO_EXPIRADO_ENROLLMENT.
    case credentialExpired = "credential_expired"
    case resultTimedOut = "result_timed_out"
    /// REVOGADO_VALIDADE_EXPIRADA.
    case validityExpired = "validity_expired"
}
