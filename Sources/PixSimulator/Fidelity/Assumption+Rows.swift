extension Assumption {
    /// What is done, why it had to be chosen, and where it shows.
    var row: (summary: String, why: String, place: String) {
        switch self {
        case .errorCodes:
            (
                "Errors have the codes of [the table](simulator.md#errors).", "Only `required` is printed anywhere.",
                "errors but `required` and `invalid`"
            )
        case .validation:
            (
                "Ids, dates, addresses, amounts, check digits and lengths are checked, and so are the names of a "
                    + "list's parameters: 400 `invalid`, one entry for each fault.",
                "Which bounds the provider has is not documented.", "errors with `invalid`"
            )
        case .unknownObject:
            (
                "An id in a body that names nothing is 400 `invalid`, one in a path 404 `not_found`.",
                "Neither is documented.", "requests that name an object"
            )
        case .wrongState:
            (
                "What an object's state does not allow is 400 `invalid_status` and changes nothing.",
                "No answer to a second confirm or authorize is documented.",
                "complete-redirection, confirm, POST and PATCH payment-intents, authorize"
            )
        case .listOrder:
            ("Lists come newest first, institutions in their own order.", "No order is documented.", "every list")
        case .accessToken:
            (
                "The tokens are JWTs by a key of the sandbox with the claims of the SDK's model; `access` lasts 10 "
                    + "minutes, `refresh` a day.", "Their times and their algorithm are not documented.",
                "POST payments/api/widget-token, POST token"
            )
        case .bankAccountNames:
            (
                "An account has the SDK's names and those of the API reference.", "They contradict each other.",
                "bank-accounts"
            )
        case .customerObject:
            (
                "A customer may be an object with `id` or `identifier`; an unknown identifier is refused, not created.",
                "The guide sends an id, newer SDKs an object.", "POST enrollments, POST payment-intents"
            )
        case .callbackOptional:
            (
                "`callback_url` may be left out; the bank then leads to a page of its own.",
                "The guide requires it, the API reference does not.", "POST enrollments"
            )
        case .riskSignalsMissing:
            (
                "Signals that are missing are 400: six always, three more for `IOS` and `ANDROID`.",
                "The regulator has the matrix; how the provider tells the merchant is not documented.",
                "POST enrollments, authorize"
            )
        case .enrollmentFilters:
            (
                "The list takes the guide's `device_id` and the filters of the API reference; none is compulsory.",
                "The guide requires `device_id`, the API reference does not know it.", "GET enrollments"
            )
        case .bankPage:
            (
                "A page with two buttons stands for the bank's app; a decision counts once, for 15 minutes.",
                "How a bank asks is its own affair.", "bank/authorize, bank/return"
            )
        case .idToken:
            (
                "`id_token` is a JWS (PS256) by a key of the sandbox, with `nonce` and `s_hash`.",
                "The guide shows a text; the security profile of the ecosystem is followed.",
                "the redirect of an approval, the bank's discovery"
            )
        case .statusAfterRedirection:
            (
                "After a success `details.status` is `AWAITING_ENROLLMENT`.",
                "The guide's example still shows the status before.",
                "enrollments between the redirect and their result"
            )
        case .redirectReasons:
            (
                "`access_denied` becomes `rejected_by_user`, any other error "
                    + "`redirection_back_from_institution_failed`.",
                "The guide's example has a reason that is not in its list.", "complete-redirection"
            )
        case .optionsNotReady:
            (
                "Registration options that are not ready are 404.", "The guide says to poll, not what is answered.",
                "fido-registration-options"
            )
        case .optionsOver:
            (
                "Registration options of an enrollment that ended, or whose challenge is used, are 400.",
                "Not documented; a 404 would let clients poll in vain.", "fido-registration-options"
            )
        case .userVerification:
            (
                "Options of both ceremonies ask for `userVerification: required`, and the bank insists on it.",
                "The guide's samples leave it out; the provider's web SDK demands it.",
                "fido-registration-options, payment-intents"
            )
        case .verificationFailure:
            (
                "What is wrong inside a credential or an assertion is `biometric_validation_error`, with a "
                    + "[verdict code](verdicts.md) in the message.",
                "Confirm and authorize answer 204; what follows is not documented.",
                "enrollments and payments that failed"
            )
        case .reasons:
            (
                "Reasons and failure codes are in snake_case; which one a refusal or a lapse of time has follows the "
                    + "regulator's list.",
                "The SDK has the members; their wire form and their causes are not documented.",
                "enrollments and payments that ended badly"
            )
        case .authorisedSpelling:
            (
                "The detail status is spelled `AUTHORISED`.",
                "The SDK's member has a z, the regulator's value an s.", "enrollments that succeeded"
            )
        case .enrollmentValidity:
            (
                "An enrollment lasts 365 days, then it is `CANCELED`.", "Banks choose the time.",
                "enrollments that succeeded"
            )
        case .paymentIntentCreated:
            (
                "POST answers 201.", "The guide does not print the status; other intents have 201.",
                "POST payment-intents"
            )
        case .pending:
            (
                "A payment is `PENDING` until its result, and so is its charge.",
                "`PROCESSING` and `CREATED` would be possible too.", "payments and charges without a result"
            )
        case .riskPolicy:
            (
                "Under the policy `strict` the bank refuses signals that are suspicious or name another device or "
                    + "account date than the enrollment's.",
                "What banks look at is not documented.", "`blocked_by_institution_security_policy`"
            )
        case .pathSpellings:
            (
                "`/payments/br` before a path, and the slash at its end, make no difference.",
                "The guide has both spellings, the API reference the long one.", "every path"
            )
        case .bearerAccess:
            (
                "The token `access` is a bearer token for the endpoints that the SDK calls.",
                "The SDK has the token; no document says how it is sent.", "requests of an SDK"
            )
        case .inventedValues:
            (
                "`created_by` is a UUID made from the key's id; ISPBs, agencies and account numbers are invented.",
                "Nobody else's values may stand here.", "every object"
            )
        case .bankClocks:
            ("The bank takes 1 s for options and 0.25 s for a result.", "Banks differ.", "timers")
        case .webhookData:
            (
                "`data` of an enrollment's webhook has its status, reason code, reason message and metadata.",
                "Documented for payments alone.", "webhooks"
            )
        }
    }
}
