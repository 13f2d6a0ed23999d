import Sandbox
import SandboxKit

/// What is done, why it had to be chosen, and where it shows. An answer that follows some of these names them in its
/// header `X-Toque-Assumed`.
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
        "An id in a body that names nothing is 400 `invalid`, one in a path 404 `not_found`.",
        why: "Neither is documented.", place: "requests that name an object")
    static let wrongState = Behavior(
        assumed: "wrong-state", "What an object's state does not allow is 400 `invalid_status` and changes nothing.",
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

    // MARK: Objects that others need

    static let bankAccountNames = Behavior(
        assumed: "bank-account-names", "An account has the SDK's names and those of the API reference.",
        why: "They contradict each other.", place: "bank-accounts")
    static let customerObject = Behavior(
        assumed: "customer-object",
        "A customer may be an object with `id` or `identifier`; an unknown identifier is refused, not created.",
        why: "The guide sends an id, newer SDKs an object.", place: "POST enrollments, POST payment-intents")

    // MARK: Enrollments

    static let callbackOptional = Behavior(
        assumed: "callback-optional", "`callback_url` may be left out; the bank then leads to a page of its own.",
        why: "The guide requires it, the API reference does not.", place: "POST enrollments")
    static let riskSignalsMissing = Behavior(
        assumed: "risk-signals-missing",
        "Signals that are missing are 400: six always, three more for `IOS` and `ANDROID`.",
        why: "The regulator has the matrix; how the provider tells the merchant is not documented.",
        place: "POST enrollments, authorize")
    static let enrollmentFilters = Behavior(
        assumed: "enrollment-filters",
        "The list takes the guide's `device_id` and the filters of the API reference; none is compulsory.",
        why: "The guide requires `device_id`, the API reference does not know it.", place: "GET enrollments")
    static let bankPage = Behavior(
        assumed: "bank-page",
        "A page with two buttons stands for the bank's app; a decision counts once, for 15 minutes.",
        why: "How a bank asks is its own affair.", place: "bank/authorize, bank/return")
    static let idToken = Behavior(
        assumed: "id-token", "`id_token` is a JWS (PS256) by a key of the sandbox, with `nonce` and `s_hash`.",
        why: "The guide shows a text; the security profile of the ecosystem is followed.",
        place: "the redirect of an approval, the bank's discovery")
    static let statusAfterRedirection = Behavior(
        assumed: "status-after-redirection", "After a success `details.status` is `AWAITING_ENROLLMENT`.",
        why: "The guide's example still shows the status before.",
        place: "enrollments between the redirect and their result")
    static let redirectReasons = Behavior(
        assumed: "redirect-reasons",
        "`access_denied` becomes `rejected_by_user`, any other error "
            + "`redirection_back_from_institution_failed`.",
        why: "The guide's example has a reason that is not in its list.", place: "complete-redirection")
    static let optionsNotReady = Behavior(
        assumed: "options-not-ready", "Registration options that are not ready are 404.",
        why: "The guide says to poll, not what is answered.", place: "fido-registration-options")
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
        "What is wrong inside a credential or an assertion is `biometric_validation_error`, with a "
            + "[verdict code](verdicts.md) in the message.",
        why: "Confirm and authorize answer 204; what follows is not documented.",
        place: "enrollments and payments that failed")
    static let reasons = Behavior(
        assumed: "reasons",
        "Reasons and failure codes are in snake_case; which one a refusal or a lapse of time has follows the "
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
        why: "`PROCESSING` and `CREATED` would be possible too.", place: "payments and charges without a result")
    static let riskPolicy = Behavior(
        assumed: "risk-policy",
        "Under the policy `strict` the bank refuses signals that are suspicious or name another device or "
            + "account date than the enrollment's.",
        why: "What banks look at is not documented.", place: "`blocked_by_institution_security_policy`")

    // MARK: All

    static let assumed = [
        errorCodes, validation, unknownObject, wrongState, listOrder, accessToken, bankAccountNames, customerObject,
        callbackOptional, riskSignalsMissing, enrollmentFilters, bankPage, idToken, statusAfterRedirection,
        redirectReasons, optionsNotReady, optionsOver, userVerification, verificationFailure, reasons,
        authorisedSpelling, enrollmentValidity, paymentIntentCreated, pending, riskPolicy,
    ]

    /// No single answer shows these.
    static let assumedBesideAnswers = [
        Behavior(
            assumed: "path-spellings", "`/payments/br` before a path, and the slash at its end, make no difference.",
            why: "The guide has both spellings, the API reference the long one.", place: "every path"),
        Behavior(
            assumed: "bearer-access", "The token `access` is a bearer token for the endpoints that the SDK calls.",
            why: "The SDK has the token; no document says how it is sent.", place: "requests of an SDK"),
        Behavior(
            assumed: "invented-values",
            "`created_by` is a UUID made from the key's id; ISPBs, agencies and account numbers are invented.",
            why: "Nobody else's values may stand here.", place: "every object"),
        Behavior(
            assumed: "bank-clocks", "The bank takes 1 s for options and 0.25 s for a result.", why: "Banks differ.",
            place: "timers"),
        Behavior(
            assumed: "webhook-data",
            "`data` of an enrollment's webhook has its status, reason code, reason message and metadata.",
            why: "Documented for payments alone.", place: "webhooks"),
    ]

    /// What a refusal follows that names nothing else; nil for one that is documented.
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
    /// For an id in a body that names nothing.
    static func unknown(_ field: String, _ message: String) -> SandboxError {
        invalid(field, message).assuming(.unknownObject)
    }
}
