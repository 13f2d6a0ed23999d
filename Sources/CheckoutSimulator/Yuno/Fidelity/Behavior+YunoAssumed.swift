import Sandbox
import SandboxKit

extension Behavior {
    // MARK: Responses

    static let yunoSession = Behavior(
        assumed: "session-shape", "A session is shown with the members that made it, `created_at` and `expires_at`.",
        why: "The documents show a part of them.", place: "checkout sessions")
    static let yunoPaymentMethods = Behavior(
        assumed: "payment-methods-shape",
        "`payment_methods` lists the methods that the session's amount allows; Pix needs reais. The only card is the "
            + "payer's vaulted `tok_success`.",
        why: "The catalog of a real account is the account's own.", place: "GET payment-methods")
    static let yunoPaymentShape = Behavior(
        assumed: "payment-shape",
        "`transactions` is a list: first the payment itself, then each capture, cancellation and refund. "
            + "`amount.captured` and `amount.refunded` count them. Captures, cancellations and refunds answer the "
            + "payment.",
        why: "The documents show objects and lists.", place: "payments")
    static let yunoPaymentList = Behavior(
        assumed: "payment-list", "An order's payments are a list, newest first, at most 100, maybe empty.",
        why: "Not documented.", place: "GET v1/payments")
    static let yunoDeviceRoutes = Behavior(
        assumed: "device-routes",
        "The SDK's requests are those under `v1/sdk`, with the public key and the session's id. A repeated request "
            + "to pay answers 200 with the same payment and the same code while it is pending. It answers 400 "
            + "`INVALID_STATUS` for another method and for a final payment.",
        why: "The SDK's own protocol is not public.", place: "v1/sdk")
    static let yunoCode = Behavior(
        assumed: "pix-code",
        "The QR code is a BR Code whose location is a page of the sandbox, where the payer's bank asks.",
        why: "Real banks cannot pay here.", place: "QR actions")
    static let yunoValidation = Behavior(
        assumed: "validation",
        "Ids, texts, amounts, currencies and countries are checked; the refusal has the code of the first member at "
            + "fault and one message for each. Members that are not simulated are refused: `installments`, "
            + "`subscription`, `stored_credentials`, `vault_on_success`.",
        why: "The codes are documented, not their causes.", place: "400")
    static let yunoCodes = Behavior(
        assumed: "other-codes",
        "Where no code is documented, a refusal has a word of the sandbox in capitals, such as `NOT_FOUND` with 404.",
        why: "The list of codes is closed.", place: "refusals with another status than 400, 401 and 405")

    static let yunoAssumed = [
        yunoSession, yunoPaymentMethods, yunoPaymentShape, yunoPaymentList, yunoDeviceRoutes, yunoCode, yunoValidation,
        yunoCodes,
    ]

    /// The behavior behind an error; nil for documented errors.
    static func yunoFollowed(by error: SandboxError) -> Behavior? {
        switch YunoProvider.code(of: error) {
        case _ where error.code == "card_data": PayerFidelity.cardData
        case _ where ["required", "invalid"].contains(error.code): yunoValidation
        case let code where !YunoProvider.isDocumented(code): yunoCodes
        default: nil
        }
    }

    // MARK: Beyond responses

    static let yunoAssumedBesideAnswers = [
        Behavior(
            assumed: "clocks",
            "A Pix code and the page of a method that leaves the app last 30 minutes. A challenge lasts 10 minutes, "
                + "a silent provider 15, an authorization 7 days.",
            why: "Providers and issuers differ.", place: "timers"),
        Behavior(
            assumed: "wallet-sheet",
            "A wallet's payment is made `READY_TO_PAY` and is `PENDING`/`IN_PROCESS` when its sheet is shown, in one "
                + "request. A person who leaves the sheet sends nothing: the payment waits for its provider's time, or "
                + "for the merchant to cancel.",
            why: "The SDK must not answer `reject` or `processing` before the provider has.", place: "APPLE_PAY"),
        Behavior(
            assumed: "closed-window", "Closing a window changes no status; the event log has `CLOSED_BY_USER`.",
            why: "The sub-status is the SDK's own.", place: "close"),
        Behavior(
            assumed: "pix-stays-pending",
            "A Pix payment stays `PENDING` when its payer declines or their assertion is refused: the code can be paid "
                + "until its time is over.",
            why: "Anyone can pay a code until it expires.", place: "PIX"),
        Behavior(
            assumed: "challenge-outcomes",
            "A refused assertion is `AUTHENTICATION_FAILED_THREE_D_SECURE`, a person who declines "
                + "`CANCELLED_BY_USER`, a challenge that is over `EXPIRED`; each `DECLINED`.",
            why: "The codes are documented, not their causes.", place: "CARD"),
        Behavior(
            assumed: "deep-link",
            "A method that left the app comes back to `callback_url` with `checkout_session` and `status`.",
            why: "The parameters are not documented.", place: "MERCADO_PAGO_CHECKOUT_PRO"),
        Behavior(
            assumed: "refunds", "Payments of every method can be refunded, in parts as well; captures happen once.",
            why: "The account's settings choose which provider refunds.", place: "refund, capture"),
        Behavior(
            assumed: "webhook-events",
            "One webhook for each change: `payment.purchase`, or the name of the operation: authorize, capture, "
                + "cancel, refund, verify. Its `idempotency_key` is new for each change.",
            why: "The documents list the events, not their causes.", place: "webhooks"),
        Behavior(
            assumed: "webhook-headers",
            "`x-api-key` is the public key, `x-secret` the first 32 hexadecimal digits of "
                + "SHA-256(\"x-secret:\" ‖ secret). The secret is the endpoint's token, or else the private key.",
            why: "A merchant configures them at the dashboard.", place: "webhooks"),
        Behavior(
            assumed: "idempotency",
            "Each endpoint has its own keys. A first request that was refused uses its key up, one with a malformed "
                + "body or answered with 503 does not.",
            why: "The documents have the answer to a repetition; they do not define a first request.",
            place: "capture, cancel, refund"),
    ]
}
