import PixAPI
import Sandbox

enum PaymentIntentState: String, Sendable, Hashable, CaseIterable {
    /// The device is to sign.
    case awaitingAssertion = "awaiting_assertion"
    /// The bank settles.
    case awaitingResult = "awaiting_result"
    case succeeded
    case failed

    /// The guide shows `PENDING` until the result.
    var status: PaymentIntentStatus {
        switch self {
        case .awaitingAssertion, .awaitingResult: .pending
        case .succeeded: .succeeded
        case .failed: .failed
        }
    }
}

enum PaymentIntentEvent: String, Sendable, Hashable, CaseIterable {
    case assertionReceived = "assertion_received"
    case consentExpired = "consent_expired"
    case settled
    case assertionRefused = "assertion_refused"
    /// The signals name another device or another account date than the enrollment's.
    case riskSignalsRefused = "risk_signals_refused"
    /// The enrollment ended while the payment waited.
    case enrollmentInactive = "enrollment_inactive"
    case resultTimedOut = "result_timed_out"
}

struct PaymentIntentOutcome: Sendable, Hashable {
    let state: PaymentIntentState
    let failureCode: String?
    /// Nil where the event brings its own sentence.
    let failureMessage: String?

    static func to(_ state: PaymentIntentState) -> PaymentIntentOutcome {
        PaymentIntentOutcome(state: state, failureCode: nil, failureMessage: nil)
    }

    static func failed(_ code: String, _ message: String? = nil) -> PaymentIntentOutcome {
        PaymentIntentOutcome(state: .failed, failureCode: code, failureMessage: message)
    }
}

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

enum ChargeEvent: String, Sendable, Hashable, CaseIterable {
    case settle
    case fail
}

/// The life of a charge, which its intent drives. `docs/simulator.md` prints this table.
let chargeMachine = StateMachine<ChargeStatus, ChargeEvent, ChargeStatus>([
    ([.pending], .settle, .succeeded),
    ([.pending], .fail, .failed),
])
