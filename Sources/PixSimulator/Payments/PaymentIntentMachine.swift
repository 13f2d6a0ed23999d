import PixAPI
import SandboxKit

typealias PaymentIntentTransition = Transition<PaymentIntentState, String>

extension PaymentIntentTransition {
    fileprivate static func failed(_ code: String, _ message: String) -> Self { .to(.failed, because: code, message) }
}

/// The life of a payment intent. `docs/simulator.md` prints this table.
let paymentIntentMachine = StateMachine<PaymentIntentState, PaymentIntentEvent, PaymentIntentTransition>([
    ([.awaitingAssertion], .assertionReceived, .to(.awaitingResult)),
    (
        [.awaitingAssertion], .consentExpired,
        .failed("consent_expired", "The payment was not authorized in time.")
    ),
    ([.awaitingResult], .settled, .to(.succeeded)),
    (
        [.awaitingResult], .assertionRefused,
        .failed(StatusReasonCode.biometricValidationError.rawValue, "The bank refused the assertion.")
    ),
    (
        [.awaitingResult], .securityRefused,
        .failed(
            StatusReasonCode.blockedByInstitutionSecurityPolicy.rawValue,
            "The bank's security policy refuses the payment.")
    ),
    (
        [.awaitingResult], .enrollmentInactive,
        .failed("enrollment_not_authorised", "The enrollment is no longer authorized.")
    ),
    ([.awaitingResult], .insufficientFunds, .failed("insufficient_funds", "The payer's account lacks the funds.")),
    ([.awaitingResult], .amountOverLimit, .failed("amount_over_limit", "The amount is above the account's limit.")),
    ([.awaitingResult], .accountNotAllowed, .failed("account_not_allowed", "The payer's account allows no payments.")),
    (
        [.awaitingResult], .bankUserMismatch,
        .failed("bank_user_mismatch", "The bank authenticated another person than the payer.")
    ),
    (
        [.awaitingResult], .beneficiaryAccountBlocked,
        .failed("beneficiary_account_blocked", "The beneficiary's account is blocked.")
    ),
    (
        [.awaitingResult], .beneficiaryAccountClosed,
        .failed("beneficiary_account_closed", "The beneficiary's account is closed.")
    ),
    (
        [.awaitingResult], .beneficiaryAccountError,
        .failed("beneficiary_account_error", "The beneficiary's account gave an unexpected error.")
    ),
    (
        [.awaitingResult], .beneficiaryBankRevoked,
        .failed("beneficiary_bank_revoked_authorization", "The beneficiary's bank took its authorization back.")
    ),
    ([.awaitingResult], .fraudSuspected, .failed("fraud_suspected", "The bank suspects fraud.")),
    (
        [.awaitingResult], .settlementFailed,
        .failed("charge_settlement_failed", "The payment system did not settle the charge.")
    ),
    (
        [.awaitingAssertion, .awaitingResult], .rejectedByUser,
        .failed(StatusReasonCode.rejectedByUser.rawValue, "The payer declined at the bank.")
    ),
    (
        [.awaitingResult], .authorizationExpired,
        .failed("authorization_expired", "The authorization was not used in time.")
    ),
    (
        [.awaitingAssertion, .awaitingResult], .institutionFailed,
        .failed(StatusReasonCode.institutionInfraFailed.rawValue, "The bank fails.")
    ),
    (
        [.awaitingResult], .failedUnexpectedly,
        .failed(StatusReasonCode.unexpected.rawValue, "The payment failed for a reason that is not known here.")
    ),
    (
        [.awaitingResult], .resultTimedOut,
        .failed(StatusReasonCode.institutionInfraFailed.rawValue, "The bank gave no result in time.")
    ),
])

/// The clocks of payment intents in `docs/simulator.md`.
let paymentIntentClocks = Clocks<PaymentIntentState, PaymentIntentEvent, PixSimulator.Durations>(
    prefix: "payment_intent.", step: "bank_step",
    [
        (.consentExpired, [.awaitingAssertion], \.consent),
        (.resultTimedOut, [.awaitingResult], \.resultTimeout),
    ])
