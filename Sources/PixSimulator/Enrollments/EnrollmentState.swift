import PixAPI
import ToqueEncoding

/// The internal state of an enrollment, finer than its two statuses.
enum EnrollmentState: String, Sendable, Hashable, JSONChoice {
    /// The account holder has not decided.
    case awaitingDecision = "awaiting_decision"
    /// Decided; the parameters of the bank's redirect have not come back yet.
    case approved
    case declined
    /// The bank is creating the registration options.
    case awaitingOptions = "awaiting_options"
    /// The device must register.
    case awaitingCredential = "awaiting_credential"
    /// The bank is judging the credential.
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
