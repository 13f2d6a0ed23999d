import SandboxKit

extension Behavior.Source {
    fileprivate static let payment = Self("API reference, payment", "https://docs.y.uno/reference/payment")
    fileprivate static let documents = Self("Documentation", "https://docs.y.uno")
    fileprivate static let sdk = Self("The SDK's repository", "https://github.com/yuno-payments/yuno-sdk-ios")
}

extension Behavior {
    static let yunoDocumented = [
        Behavior(
            "credentials", "`public-api-key` and `private-secret-key`; 401 `INVALID_CREDENTIALS` without.",
            .documents, "authentication", "every request"),
        Behavior(
            "error-form", "`code` and `messages`; ids that name nothing are 400.", .documents, "error codes",
            "every refusal"),
        Behavior(
            "session", "A checkout session lives for 5 hours and is for one payment.", .documents, "checkout session",
            "checkout sessions"),
        Behavior(
            "session-limits",
            "Order ids and descriptions of 3 to 255 characters, callback URLs of 3 to 526, amounts in multiples of "
                + "0.0001.",
            .documents, "checkout session", "POST checkout sessions"),
        Behavior(
            "statuses", "Statuses and sub-statuses.", .payment, "status", "payments"),
        Behavior(
            "capture-later", "`capture` false holds a card's amount as `PENDING`/`AUTHORIZED`.", .documents,
            "authorize and capture", "CARD"),
        Behavior(
            "no-cancel-in-3ds", "A payment in its challenge cannot be canceled; an authorized one can, and Pix.",
            .documents, "cancel", "cancel"),
        Behavior(
            "same-code", "A session that is opened again shows the same code, and closing its window cancels nothing.",
            .sdk, "Pix", "PIX"),
        Behavior(
            "idempotency-keys",
            "`X-Idempotency-Key` counts for 24 hours: the first answer again, `REQUEST_IN_PROCESS`, or "
                + "`IDEMPOTENCY_DUPLICATED`.",
            .documents, "idempotency", "capture, cancel, refund"),
        Behavior(
            "webhooks",
            "The envelope, `retry` in the body, `x-hmac-signature` over it; taken by 200 alone; seven attempts in 96 "
                + "hours.",
            .documents, "webhooks", "webhooks"),
        Behavior(
            "languages", "20 languages.", .documents, "SDK languages", "v1/sdk/configuration"),
    ]
}
