import PixAPI
import SandboxKit

typealias EnrollmentTransition = Transition<EnrollmentState, StatusReasonCode>

extension EnrollmentTransition {
    fileprivate static func failed(_ reason: StatusReasonCode, _ message: String) -> Self {
        .to(.failed, because: reason, message)
    }

    fileprivate static func canceled(_ reason: StatusReasonCode, _ message: String) -> Self {
        .to(.canceled, because: reason, message)
    }
}

/// The life of an enrollment. `docs/simulator.md` prints this table.
let enrollmentMachine = StateMachine<EnrollmentState, EnrollmentEvent, EnrollmentTransition>([
    ([.awaitingDecision], .approve, .to(.approved)),
    ([.awaitingDecision], .decline, .to(.declined)),
    (
        [.awaitingDecision, .approved, .declined], .decisionExpired,
        .failed(.redirectionToInstitutionFailed, "The account holder did not come back from the bank in time.")
    ),
    (
        [.awaitingDecision], .riskSignalsFailed,
        .failed(.sendRiskSignalsFailed, "The bank did not receive the risk signals it needs.")
    ),
    ([.approved], .redirectionSucceeded, .to(.awaitingOptions)),
    (
        [.approved, .declined], .redirectionDenied,
        .failed(.rejectedByUser, "The account holder declined at the bank.")
    ),
    (
        [.approved, .declined], .redirectionFailed,
        .failed(.redirectionBackFromInstitutionFailed, "The bank led back with an error.")
    ),
    ([.approved, .declined], .redirectionWithoutFunds, .failed(.insufficientFunds, "No funds")),
    ([.awaitingOptions], .optionsReady, .to(.awaitingCredential)),
    (
        [.awaitingOptions], .optionsTimedOut,
        .failed(.institutionInfraFailed, "The bank gave no registration options in time.")
    ),
    (
        [.awaitingOptions], .deviceIncompatible,
        .failed(.deviceNotSupportsBiometricAuthentication, "The bank does not take this kind of device.")
    ),
    (
        [.awaitingOptions], .challengesExhausted,
        .failed(.tooManyDeviceRegistrationAttempts, "The device asked for registration options too often.")
    ),
    ([.awaitingCredential], .credentialReceived, .to(.awaitingResult)),
    (
        [.awaitingOptions, .awaitingCredential], .credentialExpired,
        .failed(.biometricRegistrationFailed, "The device did not register in time.")
    ),
    ([.awaitingResult], .credentialAccepted, .to(.succeeded)),
    (
        [.awaitingResult], .credentialRefused,
        .failed(.biometricValidationError, "The bank refused the credential.")
    ),
    (
        [.awaitingResult], .registrationFailed,
        .failed(.biometricRegistrationFailed, "The bank could not register the device.")
    ),
    (
        [.awaitingResult], .resultTimedOut,
        .failed(.biometricRegistrationFailed, "The bank gave no result in time.")
    ),
    (
        [.awaitingDecision, .awaitingOptions, .awaitingCredential, .awaitingResult], .institutionFailed,
        .failed(.institutionInfraFailed, "The bank fails.")
    ),
    (
        [.awaitingDecision, .awaitingOptions, .awaitingCredential, .awaitingResult], .securityRefused,
        .failed(.blockedByInstitutionSecurityPolicy, "The bank's security policy refuses the device.")
    ),
    ([.awaitingResult], .rejectedOther, .failed(.rejectedOther, "The bank rejected the enrollment.")),
    (
        [.awaitingResult], .rejectedUnexpectedly,
        .failed(.unexpected, "The bank rejected the enrollment for a reason that is not known here.")
    ),
    (
        [
            .awaitingDecision, .approved, .declined, .awaitingOptions, .awaitingCredential, .awaitingResult,
            .succeeded,
        ], .revoked,
        .canceled(.rejectedByUser, "The account holder revoked the device at the bank.")
    ),
    ([.succeeded], .validityExpired, .canceled(.canceledDueToExpiration, "The enrollment's validity is over.")),
])

/// The clocks of enrollments in `docs/simulator.md`.
let enrollmentClocks = Clocks<EnrollmentState, EnrollmentEvent, PixSimulator.Durations>(
    prefix: "enrollment.", step: "bank_step",
    [
        (.decisionExpired, [.awaitingDecision, .approved, .declined], \.decision),
        (.optionsTimedOut, [.awaitingOptions], \.optionsTimeout),
        (.credentialExpired, [.awaitingOptions, .awaitingCredential], \.registration),
        (.resultTimedOut, [.awaitingResult], \.resultTimeout),
        (.validityExpired, [.succeeded], \.validity),
    ])
