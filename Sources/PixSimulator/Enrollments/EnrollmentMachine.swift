import Sandbox

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
