import ToqueEncoding

/// An enrollment's status at the bank.
public enum EnrollmentDetailsStatus: String, Sendable, Hashable, CaseIterable, JSONChoice {
    case awaitingAccountHolderValidation = "AWAITING_ACCOUNT_HOLDER_VALIDATION"
    case awaitingEnrollment = "AWAITING_ENROLLMENT"
    case authorized = "AUTHORIZED"
    /// The regulator's spelling; the provider's is not documented.
    case authorised = "AUTHORISED"
    case rejected = "REJECTED"
    case revoked = "REVOKED"
    case error = "ERROR"
}
