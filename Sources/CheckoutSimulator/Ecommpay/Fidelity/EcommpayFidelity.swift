import CheckoutContracts
import Sandbox
import SandboxKit

/// The simulated ecommpay's behavior, with the evidence for it.
enum EcommpayFidelity {
    static let sections: [FidelitySection] = [
        .documented(documented),
        .assumed(assumed),
        .assumedBesideAnswers(assumedBesideAnswers),
    ]

    // MARK: Responses

    static let errorCodes = Behavior(
        assumed: "ecommpay-error-codes",
        "Gate refuses with 400 and the code 502, or 501 if the sandbox itself fails.",
        why: "The code of a refused request is not documented.", place: "errors of Gate and of any request")
    static let signatureRefused = Behavior(
        assumed: "ecommpay-signature-refused",
        "A wrong signature is 400 at Gate, `serverUnauthorized` at a session, 403 on the Payment Page.",
        why: "The documentation says that it is refused, not how.", place: "signed requests")
    static let validation = Behavior(
        assumed: "ecommpay-validation",
        "Invalid members are `illegalArguments` with the name of each, and no session opens.",
        why: "The SDK has the code; its causes are not documented.", place: "POST sdk/v1/session")
    static let wrongState = Behavior(
        assumed: "ecommpay-wrong-state", "A call out of turn is `illegalState` and changes nothing.",
        why: "The SDK has the code; the server's answer is not documented.", place: "calls in a session")
    static let paymentIDAgain = Behavior(
        assumed: "ecommpay-payment-id-again",
        "The same signed string opens the same session while the payment is not final; other parameters are "
            + "`paymentAlreadyExist`, a final payment is `paymentHasFinalStatus`.",
        why: "The documentation says that an id is unique in its project, and that its reuse is an error.",
        place: "POST sdk/v1/session, GET payment")
    static let session = Behavior(
        assumed: "ecommpay-session",
        "An app opens a session with all its parameters as JSON in snake_case: 201, or 200 for an existing session.",
        why: "The SDK's core is binary.", place: "POST sdk/v1/session")
    static let opened = Behavior(
        assumed: "ecommpay-opened",
        "An unpaid session is a payment that is `awaiting customer`, without an operation.",
        why: "The time at which the platform registers a payment is not documented.",
        place: "payments before the first attempt")
    static let gateAtOnce = Behavior(
        assumed: "ecommpay-gate-at-once",
        "Capture, cancel and refund take effect before the answer, and a callback follows. Other transitions are "
            + "refused at once.",
        why: "The documentation gives the outcome only by callback.", place: "v2/payment/card")
    static let challenge = Behavior(
        assumed: "ecommpay-challenge",
        "The issuer asks the person, unless no challenge is wanted (03, 04) and the account info shows a recent "
            + "sign-in. That is `auth_method` 04, an `auth_time` (UTC) of the last 24 hours, and an `auth_data` of a "
            + "verified assertion.",
        why: "Each issuer uses the information in its own way.", place: "payments awaiting 3-D Secure")
    static let cascade = Behavior(
        assumed: "ecommpay-cascade",
        "After a failed attempt with another provider left, the payment is `awaiting customer` with "
            + "`cascading_with_redirect`; there is one more attempt.",
        why: "The guide has the notice, but neither the status nor the number of attempts.",
        place: "payments with a second attempt")
    static let clarification = Behavior(
        assumed: "ecommpay-clarification", "The platform asks for all four fields of the billing address.",
        why: "The project's settings choose the fields.", place: "payments awaiting clarification")
    static let personCodes = Behavior(
        assumed: "ecommpay-person-codes",
        "A payment ends with 301 if the person declines or closes the form, with 108 after 30 minutes of silence.",
        why: "The codes are documented, not their causes.", place: "declined payments")
    static let providerSilent = Behavior(
        assumed: "ecommpay-provider-silent", "A provider that gives no result for 2 minutes is a decline with 100.",
        why: "No code for it is documented.", place: "declined payments")
    static let recurring = Behavior(
        assumed: "ecommpay-recurring",
        "The first success registers a repeated payment, shown as `recurring`; no debits follow.",
        why: "Debits are out of this sandbox's scope.", place: "payments with `recurrent_info`")
    static let paymentPage = Behavior(
        assumed: "ecommpay-payment-page",
        "The Payment Page has three methods, and leads to a page with a decision; `operation_type` is sale or auth.",
        why: "The project's settings choose the methods.", place: "GET payment")
    static let hold = Behavior(
        assumed: "ecommpay-hold", "A hold lasts 7 days, then it is canceled; one capture, of all or a part.",
        why: "Issuers choose the time.", place: "payments awaiting capture")

    static let assumed = [
        errorCodes, signatureRefused, validation, wrongState, paymentIDAgain, session, opened, gateAtOnce, challenge,
        cascade, clarification, personCodes, providerSilent, recurring, paymentPage, hold,
    ]

    /// The behaviors in a payment.
    static func assumptions(of payment: EcommpayPayment) -> [Behavior] {
        var behaviors: [Behavior] =
            switch payment.state {
            case .opened: [opened]
            case .awaiting3DSResult: [challenge]
            case .awaitingCustomer: [cascade]
            case .awaitingClarification: [clarification]
            case .awaitingCapture, .cancelled: [hold]
            case .decline:
                switch payment.operations.last?.code {
                case .cancelledByCustomer, .notReturned: [personCodes]
                case .generalDecline: payment.hadSilentProvider ? [providerSilent] : []
                default: []
                }
            case .processing, .awaitingRedirectResult, .success, .partiallyRefunded, .refunded: []
            }
        if payment.recurring != nil { behaviors.append(recurring) }
        return behaviors
    }

    /// The default behavior behind an error.
    static func followed(by error: SandboxError) -> Behavior? {
        switch EcommpayPaymentErrorCode(rawValue: error.code) {
        case nil: error.code == "wrong_signature" ? signatureRefused : errorCodes
        case .serverUnauthorized: signatureRefused
        case .paymentAlreadyExist, .paymentHasFinalStatus: paymentIDAgain
        case .illegalState: wrongState
        case .serverMethodNotFound, .serverApiError, .serverContentParsingError, .networkError, .networkIsNotAvailable,
            .networkTimeout, .paymentRequestTypeNotExist, .paymentMethodNotAvailable, .paymentNotFound,
            .paymentTokenNotExist, .customerIdNotExist, .clarificationFieldsError, .sessionNotInitialized,
            .illegalArguments, .unknown:
            validation
        }
    }
}
