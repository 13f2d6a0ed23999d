import PixAPI
import Sandbox

/// Where an enrollment really is: finer than what its two statuses tell.
enum EnrollmentState: String, Sendable, Hashable, CaseIterable {
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

/// The life of an enrollment. `docs/simulator.md` prints this table.
let enrollmentMachine = StateMachine<EnrollmentState, EnrollmentEvent, EnrollmentOutcome>([
    ([.awaitingDecision], .approve, .to(.approved)),
    ([.awaitingDecision], .decline, .to(.declined)),
    (
        [.awaitingDecision, .approved, .declined], .decisionExpired,
        .failed(.redirectionToInstitutionFailed, "The account holder did not come back from the bank in time.")
    ),
    ([.approved], .redirectionSucceeded, .to(.awaitingOptions)),
    (
        [.approved, .declined], .redirectionDenied,
        .failed(.rejectedByUser, "The account holder declined at the bank.")
    ),
    ([.approved, .declined], .redirectionFailed, .failed(.redirectionBackFromInstitutionFailed)),
    ([.awaitingOptions], .optionsReady, .to(.awaitingCredential)),
    (
        [.awaitingOptions], .optionsTimedOut,
        .failed(.institutionInfraFailed, "The bank gave no registration options in time.")
    ),
    ([.awaitingCredential], .credentialReceived, .to(.awaitingResult)),
    (
        [.awaitingOptions, .awaitingCredential], .credentialExpired,
        .failed(.biometricRegistrationFailed, "The device did not register in time.")
    ),
    ([.awaitingResult], .credentialAccepted, .to(.succeeded)),
    ([.awaitingResult], .credentialRefused, .failed(.biometricValidationError)),
    (
        [.awaitingResult], .resultTimedOut,
        .failed(.biometricRegistrationFailed, "The bank gave no result in time.")
    ),
    (
        [.succeeded], .validityExpired,
        EnrollmentOutcome(
            state: .canceled, reason: .canceledDueToExpiration, message: "The enrollment's validity is over.")
    ),
])
