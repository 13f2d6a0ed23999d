import Sandbox
import SandboxKit

/// The assumed behaviors, the reasons for the choices, and the affected endpoints. A response that follows some of
/// these names them in its header `X-Toque-Assumed`.
extension Behavior {
    // MARK: Any request

    static let errorCodes = Behavior(
        assumed: "error-codes", "Errors have the codes of [the table](simulator.md#errors).",
        why: "Only `required` is printed anywhere.", place: "errors but `required` and `invalid`")
    static let validation = Behavior(
        assumed: "validation",
        "Ids, dates, addresses, amounts, check digits and lengths are checked, and so are the names of a "
            + "list's parameters: 400 `invalid`, one entry for each fault.",
        why: "Which bounds the provider has is not documented.", place: "errors with `invalid`")
    static let unknownObject = Behavior(
        assumed: "unknown-object",
        "An unknown id is 400 `invalid` in a body and 404 `not_found` in a path.",
        why: "Neither is documented.", place: "requests that name an object")
    static let wrongState = Behavior(
        assumed: "wrong-state",
        "A request that the object's state does not allow is 400 `invalid_status`, without effect.",
        why: "No answer to a second confirm or authorize is documented.",
        place: "complete-redirection, confirm, POST and PATCH payment-intents, authorize")
    static let listOrder = Behavior(
        assumed: "list-order", "Lists come newest first, institutions in their own order.",
        why: "No order is documented.", place: "every list")
    static let accessToken = Behavior(
        assumed: "access-token",
        "The tokens are JWTs by a key of the sandbox with the claims of the SDK's model; `access` lasts 10 "
            + "minutes, `refresh` a day.",
        why: "Their times and their algorithm are not documented.",
        place: "POST payments/api/widget-token, POST token")

    // MARK: Objects that other objects require

    static let bankAccountNames = Behavior(
        assumed: "bank-account-names", "An account has the SDK's names and those of the API reference.",
        why: "They contradict each other.", place: "bank-accounts")
    static let customerObject = Behavior(
        assumed: "customer-object",
        "A customer may be an object with `id` or `identifier`; an unknown identifier is refused, not created.",
        why: "The guide sends an id, newer SDKs an object.", place: "POST enrollments, POST payment-intents")

    // MARK: Enrollments

    static let callbackOptional = Behavior(
        assumed: "callback-optional",
        "With `--fidelity lenient`, `callback_url` may be left out; the bank then shows its own page.",
        why: "The guide requires it, the API reference does not.", place: "POST enrollments")
    static let appRegistration = Behavior(
        assumed: "app-registration",
        "Once a tenant has [registered an app](simulator.md#apps), `callback_url` has to be under an app's domain, and "
            + "ceremonies of other origins fail with `biometric_validation_error`.",
        why: "The guide asks for the apps' identity; the answer to an unknown app is not documented.",
        place: "POST enrollments, confirm, authorize")
    static let riskSignalsMissing = Behavior(
        assumed: "risk-signals-missing",
        "Signals that are missing or of a wrong type are 400, one entry for each: six always, three more for `IOS` and "
            + "`ANDROID`.",
        why: "The regulator has the matrix; how the provider tells the merchant is not documented.",
        place: "POST enrollments, authorize")
    static let enrollmentFilters = Behavior(
        assumed: "enrollment-filters",
        "The list takes the guide's `device_id` and the filters of the API reference together.",
        why: "The guide requires `device_id`, the API reference does not know it.", place: "GET enrollments")
    static let bankPage = Behavior(
        assumed: "bank-page",
        "A page with two buttons stands for the bank's app; a decision counts once, for 15 minutes.",
        why: "Each bank asks in its own way.", place: "bank/authorize, bank/return")
    static let idToken = Behavior(
        assumed: "id-token", "`id_token` is a JWS (PS256) by a key of the sandbox, with `nonce` and `s_hash`.",
        why: "The guide shows a plain string; this follows the ecosystem's security profile.",
        place: "the redirect of an approval, the bank's discovery")
    static let statusAfterRedirection = Behavior(
        assumed: "status-after-redirection", "After a success `details.status` is `AWAITING_ENROLLMENT`.",
        why: "The guide's example still shows the status before.",
        place: "enrollments between the redirect and their result")
    static let redirectReasons = Behavior(
        assumed: "redirect-reasons",
        "`access_denied` becomes `rejected_by_user`; `insufficient_funds` stays what it is, with the message `No "
            + "funds`; any other error becomes `redirection_back_from_institution_failed`.",
        why: "The guide's example prints `insufficient_funds`, which is not in the SDK's list of reasons.",
        place: "complete-redirection")
    static let expiresAtWhilePending = Behavior(
        assumed: "expires-at-while-pending", "`details.expires_at` is null until the enrollment has succeeded.",
        why: "The guide shows a time in answers that are `PENDING`, and does not say which.",
        place: "enrollments between the redirect and their result")
    static let statusAfterErrors = Behavior(
        assumed: "status-after-errors",
        "`details.status` is `REJECTED` once an enrollment has failed, and `REVOKED` once it was canceled.",
        why: "The SDK has `REJECTED`, `REVOKED` and `ERROR`; their causes are not documented.",
        place: "enrollments that ended badly")
    static let optionsNotReady = Behavior(
        assumed: "options-not-ready", "Registration options that are not ready are 404.",
        why: "The guide says to poll; it does not show the answer.", place: "fido-registration-options")
    static let optionsOver = Behavior(
        assumed: "options-over",
        "Registration options of an enrollment that ended, or whose challenge is used, are 400.",
        why: "Not documented; a 404 would let clients poll in vain.", place: "fido-registration-options")
    static let userVerification = Behavior(
        assumed: "user-verification",
        "Options of both ceremonies ask for `userVerification: required`, and the bank insists on it.",
        why: "The guide's samples leave it out; the provider's web SDK demands it.",
        place: "fido-registration-options, payment-intents")
    static let verificationFailure = Behavior(
        assumed: "verification-failure",
        "A faulty credential or assertion is `biometric_validation_error`, with a "
            + "[verdict code](verdicts.md) in the message.",
        why: "Confirm and authorize answer 204; the later failure is not documented.",
        place: "enrollments and payments that failed")
    static let reasons = Behavior(
        assumed: "reasons",
        "Reasons and failure codes are in snake_case; each refusal or timeout has the reason of the "
            + "regulator's list.",
        why: "The SDK has the members; their wire form and their causes are not documented.",
        place: "enrollments and payments that ended badly")
    static let authorisedSpelling = Behavior(
        assumed: "authorised-spelling", "The detail status is spelled `AUTHORISED`.",
        why: "The SDK's member has a z, the regulator's value an s.", place: "enrollments that succeeded")
    static let enrollmentValidity = Behavior(
        assumed: "enrollment-validity", "An enrollment lasts 365 days, then it is `CANCELED`.",
        why: "Banks choose the time.", place: "enrollments that succeeded")

    // MARK: Payments

    static let paymentIntentCreated = Behavior(
        assumed: "payment-intent-created", "POST answers 201.",
        why: "The guide does not print the status; other intents have 201.", place: "POST payment-intents")
    static let pending = Behavior(
        assumed: "pending", "A payment is `PENDING` until its result, and so is its charge.",
        why: "`PROCESSING` and `CREATED` are also possible.", place: "payments and charges without a result")
    static let riskPolicy = Behavior(
        assumed: "risk-policy",
        "Under the policy `strict` the bank refuses signals that are suspicious or name another device or "
            + "account date than the enrollment's.",
        why: "The banks' rules are not documented.", place: "`blocked_by_institution_security_policy`")

    // MARK: All

    static let assumed = [
        errorCodes, validation, unknownObject, wrongState, listOrder, accessToken, bankAccountNames, customerObject,
        callbackOptional, appRegistration, riskSignalsMissing, enrollmentFilters, bankPage, idToken,
        statusAfterRedirection, expiresAtWhilePending, statusAfterErrors, redirectReasons, optionsNotReady, optionsOver,
        userVerification, verificationFailure, reasons,
        authorisedSpelling, enrollmentValidity, paymentIntentCreated, pending, riskPolicy,
    ]

    /// No single response shows these.
    static let assumedBesideAnswers = [
        Behavior(
            assumed: "path-spellings", "`/payments/br` before a path, and the slash at its end, make no difference.",
            why: "The guide has both spellings, the API reference the long one.", place: "every path"),
        Behavior(
            assumed: "http-on-loopback", "`callback_url` is https, or http on the loopback interface.",
            why: "The guide requires https; a test's own server seldom has it.", place: "POST enrollments"),
        Behavior(
            assumed: "amount-forms", "`amount` is a number, or a string such as `\"0.13\"`.",
            why: "The guide sends a number, another guide of the provider a string.", place: "POST payment-intents"),
        Behavior(
            assumed: "platforms", "`platform` may be `BROWSER` or `CROSS_PLATFORM` besides `IOS` and `ANDROID`.",
            why: "The guide has only phones; the provider's web sample and the regulator have the others.",
            place: "POST enrollments, authorize"),
        Behavior(
            assumed: "binary-forms", "Binary members are base64url or base64, with or without padding.",
            why: "The guide does not say; the regulator's text and examples contradict each other.",
            place: "confirm, authorize"),
        Behavior(
            assumed: "resource-version", "Both forms of a customer are taken with and without the version's header.",
            why: "Which members the provider refuses under the other version is not documented.",
            place: "POST customers, POST bank-accounts"),
        Behavior(
            assumed: "bearer-access", "The token `access` is a bearer token for the endpoints that the SDK calls.",
            why: "The SDK has the token; no document says how it is sent.", place: "requests of an SDK"),
        Behavior(
            assumed: "invented-values",
            "`created_by` is a UUID made from the key's id; ISPBs, agencies and account numbers are invented.",
            why: "Real values belong to others.", place: "every object"),
        Behavior(
            assumed: "bank-clocks", "The bank takes 1 s for options and 0.25 s for a result.", why: "Banks differ.",
            place: "timers"),
        Behavior(
            assumed: "webhook-data",
            "`data` of an enrollment's webhook has its status, reason code, reason message and metadata.",
            why: "Documented only for payments.", place: "webhooks"),
    ]

    /// The default for refusals that name no behavior; nil for documented ones.
    static func followed(by error: SandboxError) -> Behavior? {
        switch error.code {
        case "required": nil
        case "invalid": .validation
        case "invalid_status": .wrongState
        case "not_found": .unknownObject
        default: .errorCodes
        }
    }
}

extension SandboxError {
    /// For an unknown id in a body.
    static func unknown(_ field: String, _ message: String) -> SandboxError {
        invalid(field, message).assuming(.unknownObject)
    }
}
