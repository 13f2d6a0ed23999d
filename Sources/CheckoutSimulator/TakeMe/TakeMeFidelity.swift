import SandboxKit

/// The simulated TakeMe's behavior, with the evidence for it.
package enum TakeMeFidelity {
    package static let sections: [FidelitySection] = [
        FidelitySection(
            "Seen in the SDK", note: "Names, values and behavior of the public SDK; none of its code.",
            basis: "Seen in", Behavior.takeMeSeen),
        .assumed(Behavior.takeMeAssumed + PayerFidelity.all),
        .assumedBesideAnswers(Behavior.takeMeAssumedBesideAnswers),
    ]
}

extension Behavior {
    static let takeMeSeen = [
        Behavior(
            seen: "takeme-source",
            "A source has id, amount, clientSecret, currency, metadata, description, created and updated in "
                + "milliseconds, redirect, status, type, flow, liveMode, subType and payload.",
            "TMPSource", "v1/sources"),
        Behavior(
            seen: "takeme-statuses",
            "A source is pending, chargeable, consumed or failed; its redirect pending, succeeded or failed.",
            "TMPSource, TMPRedirect", "v1/sources"),
        Behavior(
            seen: "takeme-types", "Source types are WeChatPay and Alipay, their flow is redirect.", "TMPSourceTypes",
            "v1/source_types"),
        Behavior(
            seen: "takeme-bearer", "Keys come as `Authorization: Bearer`.", "The SDK's requests", "every endpoint"),
        Behavior(
            seen: "takeme-client-secret", "The device reads a source with the public key and its `clientSecret`.",
            "The SDK's polling", "GET v1/sources/{id}"),
    ]

    static let takeMeAssumed = [takeMeRoutes, takeMeAmounts, takeMeLife, takeMeCharges, takeMeErrors]

    static let takeMeRoutes = Behavior(
        assumed: "takeme-routes",
        "The paths are `v1/source_types`, `v1/sources` and `v1/charges`; either key reads, the secret one alone charges.",
        why: "The public source leaves the routes blank.", place: "every endpoint")
    static let takeMeAmounts = Behavior(
        assumed: "takeme-amounts",
        "Amounts are whole numbers of the currency's minor units, from 1 to 999999999999; `description` has at most "
            + "255 characters, `metadata` 4096 bytes.",
        why: "No limit is documented.", place: "POST v1/sources")
    static let takeMeLife = Behavior(
        assumed: "takeme-life",
        "A source waits 15 minutes for its payer, and 60 for the merchant's charge; then it fails. The charge alone "
            + "consumes it.",
        why: "The guide says that the merchant's server makes it consumed, but neither how nor when.",
        place: "GET v1/sources/{id}")
    static let takeMeCharges = Behavior(
        assumed: "takeme-charges",
        "`POST v1/charges` takes a source's id. The same request with the same `Idempotency-Key` gets the same answer "
            + "for 24 hours, another one 409 `idempotency_conflict`; without the header each request counts.",
        why: "The merchant's side is not public.", place: "POST v1/charges")
    static let takeMeErrors = Behavior(
        assumed: "takeme-errors",
        "Errors are `{\"error\": {\"code\", \"message\", \"param\"?}}`: 400 for a member, 401 for a key, 403 for a "
            + "public key in place of the secret one. An unknown source or a wrong `clientSecret` is 404; 409 is "
            + "`source_consumed` or `source_not_chargeable`.",
        why: "The SDK tells statuses alone apart.", place: "errors")

    static let takeMeAssumedBesideAnswers = [
        Behavior(
            assumed: "takeme-webhooks",
            "`source.chargeable`, `source.consumed` and `source.failed` are signed with "
                + "`TakeMe-Signature: t=SECONDS,v1=TAG`, the HMAC-SHA-256 of time, period and body under the secret "
                + "key, anew for each attempt. 2xx takes them; 4 attempts come 60 s apart.",
            why: "The guide only says that there are webhooks.", place: "webhooks"),
        Behavior(
            assumed: "takeme-return", "The wallet leads to `redirectReturnUrl` as it is, whatever was decided.",
            why: "The parameters that the wallet adds are not public.", place: "the wallet's page"),
    ]
}
