import SandboxKit

extension Behavior.Source {
    fileprivate static let gate = Self("Gate", "https://developers.ecommpay.com/en/en_Gate_Integration_About.html")
    fileprivate static let callbacks = Self(
        "Callbacks", "https://developers.ecommpay.com/en/en_platform_callbacks.html")
    fileprivate static let codes = Self(
        "Codes", "https://developers.ecommpay.com/en/en_platform_payment_info_codes.html")
    fileprivate static let signatures = Self(
        "Payment Page SDK for Python", "https://github.com/ITECOMMPAY/paymentpage-sdk-python")
    fileprivate static let app = Self(
        "Payment Page SDK for iOS", "https://github.com/ITECOMMPAY/paymentpage-sdk-ios-ui")
}

extension EcommpayFidelity {
    static let documented = [
        Behavior(
            "ecommpay-signature",
            "HMAC-SHA-512 in base64 over the sorted paths and values; `frame_mode` and `signature` are no part of it.",
            .signatures, "signature handler", "Gate, callbacks, the Payment Page"),
        Behavior(
            "ecommpay-callback", "A signed POST with project, payment, customer and operation; taken by 200 alone.",
            .callbacks, "general", "callbacks"),
        Behavior(
            "ecommpay-gate", "Capture, cancel, refund and status by a body whose `general` has the signature.", .gate,
            "requests", "v2/payment"),
        Behavior(
            "ecommpay-statuses", "The statuses of payments, as texts with blanks.", .signatures, "callback",
            "payments"),
        Behavior(
            "ecommpay-codes", "0, 100, 104, 108, 301, 402, 501, 502, 10105.", .codes, "unified codes", "operations"),
        Behavior(
            "ecommpay-return-urls",
            "At its end the Payment Page leads to `merchant_success_url` or to `merchant_fail_url`.", .signatures,
            "Payment", "GET payment"),
        Behavior(
            "ecommpay-error-names", "The 19 codes of the SDK by their names.", .app, "public header",
            "errors of sessions"),
    ]

    /// No single response shows these.
    static let assumedBesideAnswers =
        [
            Behavior(
                assumed: "ecommpay-mobile-string",
                "An app's string to sign has the parameters that are set and not empty; of 3-D Secure those of the payment and "
                    + "the gift card, under `secure_info`.",
                why: "The SDK's header names the parameters; its core is binary.", place: "POST sdk/v1/session"),
            Behavior(
                assumed: "ecommpay-unsigned",
                "The kind of payment, additional fields, the customer's 3-D Secure part and repeated payments are not signed.",
                why: "The SDK's header has no such parameters.", place: "POST sdk/v1/session"),
            Behavior(
                assumed: "ecommpay-language", "A language is read in any case, and written and signed in lower case.",
                why: "The guide's example writes IT.", place: "POST sdk/v1/session"),
            Behavior(
                assumed: "ecommpay-amounts", "Verification has the amount 0, everything else one above 0.",
                why: "The guide says that the amount of a verification is 0 in essence.", place: "POST sdk/v1/session"),
            Behavior(
                assumed: "ecommpay-every-status", "Each change of the status is told by a callback.",
                why: "The documentation has callbacks that prescribe and such that inform.", place: "callbacks"),
            Behavior(
                assumed: "ecommpay-schedule",
                "A callback comes again six times after 10 s, then after 70 + 10 · 1.12^(n-4) s up to 4 hours: 120 attempts "
                    + "in 10 days.",
                why: "The exponent is lost in the page's typesetting.", place: "callbacks"),
            Behavior(
                assumed: "ecommpay-tokens",
                "`tok_success` and `tok_<scenario>` stand for cards; the customer 10 has saved three of them.",
                why: "A sandbox has no use for card data.", place: "pay"),
            Behavior(
                assumed: "ecommpay-provider-clock", "The providers take 0.25 s for a result.", why: "Providers differ.",
                place: "timers"),
        ] + PayerFidelity.all
}
