import PixAPI
import ToqueEncoding

/// Where an enrollment really is: finer than what its two statuses tell.
enum EnrollmentState: String, Sendable, Hashable, JSONChoice {
    /// The account holder has not decided.
    case awaitingDecision = "awaiting_decision"
    /// Decided; what the bank's redirect carries has not come back yet.
    case approved
    case declined
    /// The bank makes the registration options.
    case awaitingOptions = "awaiting_options"
    /// The device is to register.
    case awaitingCredential = "awaiting_credential"
    /// The bank judges the credential.
    case awaitingResult = "awaiting_result"
    case succeeded
    case failed
    case canceled

    var status: EnrollmentStatus {
        switch self {
        case .awaitingDecision, .approved, .declined, .awaitingOptions, .awaitingCredential, .awaitingResult: .pending
        case .succeeded: .succeeded
        case .failed: .failed
        case .canceled: .canceled
        }
    }

    var detailsStatus: EnrollmentDetailsStatus {
        switch self {
        case .awaitingDecision, .approved, .declined: .awaitingAccountHolderValidation
        case .awaitingOptions, .awaitingCredential, .awaitingResult: .awaitingEnrollment
        case .succeeded: .authorised
        case .failed: .rejected
        case .canceled: .revoked
        }
    }
}
