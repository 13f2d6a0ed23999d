import CheckoutContracts
import Sandbox
import SandboxKit

/// What the simulated ecommpay does, and what speaks for it.
enum EcommpayFidelity {
    static let sections: [FidelitySection] = [
        .documented(documented),
        .assumed(assumed),
        .assumedBesideAnswers(assumedBesideAnswers),
    ]

    // MARK: Answers

    static let errorCodes = Behavior(
        assumed: "ecommpay-error-codes",
        "Gate refuses with 400 and the code 502; 501 where the sandbox itself cannot serve.",
        why: "Which code a refused request has is not documented.", place: "errors of Gate and of any request")
    static let signatureRefused = Behavior(
        assumed: "ecommpay-signature-refused",
        "A wrong signature is 400 at Gate, `serverUnauthorized` at a session, 403 on the Payment Page.",
        why: "The documentation says that it is refused, not how.", place: "signed requests")
    static let validation = Behavior(
        assumed: "ecommpay-validation",
        "What is out of its limits is `illegalArguments` with every member's name, and no session opens.",
        why: "The SDK has the code; which parameter gives it is not documented.", place: "POST sdk/v1/session")
    static let wrongState = Behavior(
        assumed: "ecommpay-wrong-state", "A call out of turn is `illegalState` and changes nothing.",
        why: "The SDK has the code; what the server answers is not documented.", place: "calls in a session")
    static let paymentIDAgain = Behavior(
        assumed: "ecommpay-payment-id-again",
        "The same signed string opens the same session while the payment is not final; other parameters are "
            + "`paymentAlreadyExist`, a final payment is `paymentHasFinalStatus`.",
        why: "The documentation says that an id is unique in its project, and that its reuse is an error.",
        place: "POST sdk/v1/session, GET payment")
    static let session = Behavior(
        assumed: "ecommpay-session",
        "An app opens a session by all of its parameters in JSON, as snake_case, with 201; with 200 where it goes on.",
        why: "The SDK's core is binary.", place: "POST sdk/v1/session")
    static let opened = Behavior(
        assumed: "ecommpay-opened",
        "A session in which nothing is paid yet is a payment that is `awaiting customer`, without an operation.",
        why: "When the platform registers a payment is not documented.", place: "payments before the first attempt")
    static let gateAtOnce = Behavior(
        assumed: "ecommpay-gate-at-once",
        "Capture, cancel and refund take effect before the answer; a callback tells it. What the table lacks is "
            + "refused at once.",
        why: "The documentation has the outcome come by callback alone.", place: "v2/payment/card")
    static let challenge = Behavior(
        assumed: "ecommpay-challenge",
        "The issuer asks the person, unless the account info has `auth_method` 04, an `auth_time` (UTC) of the last 24 "
            + "hours and an `auth_data` of a verified assertion, and no challenge is wanted (03, 04).",
        why: "What an issuer makes of the information is its own affair.", place: "payments awaiting 3-D Secure")
    static let cascade = Behavior(
        assumed: "ecommpay-cascade",
        "After a failed attempt with another provider left, the payment is `awaiting customer` with "
            + "`cascading_with_redirect`; there is one more attempt.",
        why: "The guide has the notice, not the status and not how often.", place: "payments with a second attempt")
    static let clarification = Behavior(
        assumed: "ecommpay-clarification", "The platform asks for the four fields of the billing address, all of them.",
        why: "Which fields are asked for is a project's setting.", place: "payments awaiting clarification")
    static let personCodes = Behavior(
        assumed: "ecommpay-person-codes",
        "A person who declines or closes the form ends the payment with 301; one who is gone for 30 minutes with 108.",
        why: "The codes are documented; when they come is not.", place: "declined payments")
    static let providerSilent = Behavior(
        assumed: "ecommpay-provider-silent", "A provider that gives no result for 2 minutes is a decline with 100.",
        why: "No code for it is documented.", place: "declined payments")
    static let recurring = Behavior(
        assumed: "ecommpay-recurring",
        "A repeated payment is registered by the first success and shown as `recurring`; nothing debits it.",
        why: "Debits are out of this sandbox's scope.", place: "payments with `recurrent_info`")
    static let paymentPage = Behavior(
        assumed: "ecommpay-payment-page",
        "The Payment Page has three methods, and leads to a page with a decision; `operation_type` is sale or auth.",
        why: "Which methods there are is a project's setting.", place: "GET payment")
    static let hold = Behavior(
        assumed: "ecommpay-hold", "A hold lasts 7 days, then it is cancelled; one capture, of all or a part.",
        why: "Issuers choose the time.", place: "payments awaiting capture")

    static let assumed = [
        errorCodes, signatureRefused, validation, wrongState, paymentIDAgain, session, opened, gateAtOnce, challenge,
        cascade, clarification, personCodes, providerSilent, recurring, paymentPage, hold,
    ]

    /// Those that a payment shows.
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

    /// What a refusal follows that names nothing else.
    static func followed(by error: SandboxError) -> Behavior? {
        switch EcommpayPaymentErrorCode(rawValue: error.code) {
        case nil: error.code == "wrong_signature" ? signatureRefused : errorCodes
        case .serverUnauthorized: signatureRefused
        case .paymentAlreadyExist, .paymentHasFinalStatus: paymentIDAgain
        case .illegalState: wrongState
        default: validation
        }
    }
}
