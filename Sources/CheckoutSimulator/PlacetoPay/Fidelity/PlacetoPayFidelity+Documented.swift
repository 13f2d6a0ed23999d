import SandboxKit

extension PlacetoPayFidelity {
    static let documented = [
        Behavior(
            "authentication",
            "`auth` of each body: Base64 of SHA-256 of raw nonce, seed and secret key. 401 with the number of the "
                + "error in the message: 100, 101, 102 and 103.",
            authentication, "authentication", "every request"),
        Behavior(
            "clock", "A seed may be five minutes off.", gatewayAuthentication, "error codes", "every request"),
        Behavior(
            "session-create", "200 with OK and PC, `requestId` and `processUrl`.", session, "create a session",
            "POST api/session"),
        Behavior(
            "limits", "Each member has the documented length and values.", session, "structures", "POST api/session"),
        Behavior(
            "expiration", "30 minutes unless told, and at least 5 minutes.", session, "expiration",
            "POST api/session"),
        Behavior(
            "session-information", "`payment` is null until there is an attempt.", session, "query a session",
            "POST api/session/{requestId}"),
        Behavior(
            "session-cancel", "Only where nothing is approved and nothing pending; REJECTED with MC.", session,
            "cancel a session", "POST api/session/{requestId}/cancel"),
        Behavior(
            "attempts", "The tenth failed attempt ends the session with REJECTED and XN.", session, "attempts",
            "the page"),
        Behavior(
            "skip-result", "With `skipResult` the page leads back without a result.", session, "skipResult",
            "the page"),
        Behavior(
            "abandoned", "A payer who leaves ends the session with REJECTED and ?C.", session, "statuses",
            "the page"),
        Behavior(
            "partial-taxes", "A session that may be paid in parts has no taxes.", session, "allowPartial",
            "POST api/session"),
        Behavior(
            "notification",
            "Once for a final status, with `sha256:` and SHA-256 of requestId, status, date and secret key, or with "
                + "SHA-1 as in the earlier revision.", notification, "both revisions", "notifications"),
    ]

    private static let authentication = Behavior.Source(
        "Checkout, authentication", "https://docs.placetopay.dev/en/checkout/authentication")
    private static let gatewayAuthentication = Behavior.Source(
        "Gateway, authentication", "https://docs.placetopay.dev/en/gateway/authentication")
    private static let session = Behavior.Source(
        "Checkout, sessions", "https://docs.placetopay.dev/en/checkout")
    private static let notification = Behavior.Source(
        "Checkout, notification", "https://docs.placetopay.dev/en/checkout/notification")
}
