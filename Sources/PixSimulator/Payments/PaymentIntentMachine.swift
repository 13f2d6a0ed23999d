import PixAPI
import Sandbox

/// The life of a payment intent. `docs/simulator.md` prints this table.
let paymentIntentMachine = StateMachine<PaymentIntentState, PaymentIntentEvent, PaymentIntentOutcome>([
    ([.awaitingAssertion], .assertionReceived, .to(.awaitingResult)),
    (
        [.awaitingAssertion], .consentExpired,
        .failed("consent_expired", "The payment was not authorized in time.")
    ),
    ([.awaitingResult], .settled, .to(.succeeded)),
    ([.awaitingResult], .assertionRefused, .failed(StatusReasonCode.biometricValidationError.rawValue)),
    (
        [.awaitingResult], .riskSignalsRefused,
        .failed(StatusReasonCode.blockedByInstitutionSecurityPolicy.rawValue)
    ),
    (
        [.awaitingResult], .enrollmentInactive,
        .failed("enrollment_not_authorised", "The enrollment is not authorised any more.")
    ),
    (
        [.awaitingResult], .resultTimedOut,
        .failed(StatusReasonCode.institutionInfraFailed.rawValue, "The bank gave no result in time.")
    ),
])
