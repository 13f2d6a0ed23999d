import CheckoutContracts
import SandboxKit

typealias EcommpayTransition = Transition<EcommpayPaymentState, EcommpayOperationCode>

extension EcommpayTransition {
    fileprivate static func declined(_ code: EcommpayOperationCode, _ message: String) -> Self {
        .to(.decline, because: code, message)
    }
}

/// The lifecycle of a payment. Only these transitions move money.
let ecommpayPaymentMachine = StateMachine<EcommpayPaymentState, EcommpayPaymentEvent, EcommpayTransition>([
    ([.opened], .paymentRequested, .to(.processing)),
    ([.opened], .pageOpened, .to(.awaitingRedirectResult)),
    ([.processing], .challengeRequired, .to(.awaiting3DSResult)),
    ([.processing], .clarificationRequested, .to(.awaitingClarification)),
    ([.awaitingClarification], .clarified, .to(.processing)),
    (
        [.processing], .attemptFailed,
        .to(.awaitingCustomer, because: .generalDecline, "The provider declined; another one can try.")
    ),
    ([.awaitingCustomer], .retried, .to(.processing)),
    ([.processing, .awaiting3DSResult, .awaitingRedirectResult], .charged, .to(.success)),
    ([.processing, .awaiting3DSResult, .awaitingRedirectResult], .held, .to(.awaitingCapture)),
    ([.processing], .declined, .declined(.generalDecline, "The issuer declined.")),
    (
        [.processing, .awaiting3DSResult, .awaitingRedirectResult], .declinedBy3DSecure,
        .declined(.declinedBy3DSecure, "The authentication by 3-D Secure failed.")
    ),
    ([.processing], .declinedByRiskSystem, .declined(.declinedByRiskSystem, "The risk system declined.")),
    ([.processing], .insufficientFunds, .declined(.insufficientFunds, "The account lacks the funds.")),
    (
        EcommpayPaymentState.ofThePerson, .personDeclined,
        .declined(.cancelledByCustomer, "The customer canceled.")
    ),
    (
        EcommpayPaymentState.ofThePerson, .personGone,
        .declined(.notReturned, "The customer did not come back in time.")
    ),
    ([.processing], .resultTimedOut, .declined(.generalDecline, "The provider gave no result in time.")),
    ([.awaitingCapture], .captured, .to(.success)),
    ([.awaitingCapture], .holdCanceled, .to(.cancelled)),
    ([.awaitingCapture], .holdExpired, .to(.cancelled)),
    ([.success, .partiallyRefunded], .refundedPartly, .to(.partiallyRefunded)),
    ([.success, .partiallyRefunded], .refundedWholly, .to(.refunded)),
])

/// The timers of the states.
let ecommpayPaymentClocks = Clocks<EcommpayPaymentState, EcommpayPaymentEvent, EcommpaySimulator.Durations>(
    prefix: "payment.", step: "provider_step",
    [
        (.resultTimedOut, [.processing], \.resultTimeout),
        (.personGone, Set(EcommpayPaymentState.ofThePerson), \.person),
        (.holdExpired, [.awaitingCapture], \.hold),
    ])
