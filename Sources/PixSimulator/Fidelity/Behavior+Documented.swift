import SandboxKit

extension Behavior {
    static let documented = [
        Behavior(
            "basic-authentication", "HTTP Basic with the id and the secret of an API key.", .enrollmentsReference,
            "security scheme basicAuth", "every endpoint"),
        Behavior(
            "error-array", "An error is an array of `request_id`, `message`, `code` and `field`.", .errorsReference,
            "error handling", "every error"),
        Behavior(
            "widget-token", "`access` and `refresh` for the SDK, given to a backend.", .sdkOnlyGuide,
            "SDK access token", "POST payments/api/widget-token"),
        Behavior(
            "institutions", "The list, by name, type and ids.", .institutionsReference, "list", "GET institutions"),
        Behavior(
            "customers", "Customers of both versions, with what either requires.", .customersReference, "create",
            "customers"),
        Behavior(
            "identifier-mask", "A customer's identifier is shown as `23******00`.", .customerModel, "identifier",
            "customers"),
        Behavior(
            "bank-accounts", "Accounts of payers and beneficiaries, which can be deactivated.",
            .bankAccountsReference, "create, list, patch", "bank-accounts"),
        Behavior(
            "enrollment-create", "201, `PENDING` and `AWAITING_ACCOUNT_HOLDER_VALIDATION`, with a `redirect_url`.",
            .guide, "create an enrollment", "POST enrollments"),
        Behavior(
            "risk-signals-mask", "Risk signals are given back as `*****`.", .guide, "create an enrollment",
            "enrollments"),
        Behavior(
            "callback-parameters", "`state`, `code`, `id_token`, or `state`, `error`, `error_description`.", .guide,
            "redirect", "the bank's redirect"),
        Behavior(
            "redirection-error-200", "An error of the bank is 200 as well, with the enrollment `FAILED`.", .guide,
            "complete the redirection", "complete-redirection"),
        Behavior(
            "registration-options", "RS256 before ES256, a challenge of 14 bytes, `extensions.appid` the text `true`.",
            .guide, "FIDO registration options", "fido-registration-options"),
        Behavior("confirm", "204 without a body; the result is polled for.", .guide, "confirm", "confirm"),
        Behavior(
            "options-timeout", "120 s without options make the enrollment `FAILED`.", .guide, "polling", "timers"),
        Behavior(
            "result-timeout", "120 s without a result make the enrollment, or the payment and its charge, `FAILED`.",
            .guide, "polling", "timers"),
        Behavior(
            "account-holder-timeout", "The account holder has 15 minutes, the device 5 and the consent 5.", .regulator,
            "state machines and consents", "timers"),
        Behavior(
            "payment-create", "`PENDING`, with `fido_options` for the enrolled credential.", .guide,
            "create a payment intent", "POST payment-intents"),
        Behavior(
            "end-to-end-id", "`E`, ISPB, minute in UTC and 11 alphanumerics.", .regulator, "endToEndId",
            "POST payment-intents"),
        Behavior("authorize", "204 without a body; the result is polled for.", .guide, "authorize", "authorize"),
        Behavior(
            "payment-result", "`SUCCEEDED` or `FAILED`, and so its charge.", .guide, "poll the payment intent",
            "payment-intents"),
        Behavior(
            "consent-expired", "A payment that is not authorized in time fails with `consent_expired`.", .paymentStates,
            "failures", "payment-intents"),
        Behavior(
            "charge-states", "A charge ends as `SUCCEEDED` or `FAILED`.", .entityStates, "charges", "charges"),
        Behavior(
            "charges", "Charges and their list.", .chargesReference, "list, details", "charges"),
        Behavior(
            "transactions", "What a charge that succeeded leaves behind, and its list.", .transactionsReference,
            "list, details", "transactions"),
        Behavior(
            "list-filters", "`page`, `page_size` (1000 at most), `id__in`, `created_at` with its suffixes.",
            .chargesReference, "list", "every list"),
        Behavior(
            "complete-payment-intent", "PATCH completes payments of the redirect product.", .paymentIntentsReference,
            "complete", "PATCH payment-intents/{id}"),
        Behavior(
            "webhooks", "Types, envelope, bearer token, 5 s for a 2xx, three retries 60 s apart.", .webhooks,
            "webhooks", "webhooks"),
        Behavior(
            "fido-rules", "Challenge, origin, RP ID, algorithm and signature are checked; a challenge counts once.",
            .regulator, "FIDO server rules", "confirm, authorize"),
    ]
}
