extension Assumption {
    /// What is done, what it is in place of, and where it shows.
    var row: (summary: String, why: String, place: String) {
        switch self {
        case .pathSpellings:
            (
                "`/payments/br` before a path, and the slash at its end, make no difference.",
                "The guide has both spellings, the API reference the long one.", "every path"
            )
        case .errorCodes:
            (
                "Errors have the codes of the table in docs/simulator.md.",
                "Only `required` is printed anywhere.", "every error but `required`"
            )
        case .unknownInBody:
            (
                "An id in a body that names nothing is 400 `invalid`, one in a path 404 `not_found`.",
                "Neither is documented.", "every body that names an object"
            )
        case .wrongState:
            (
                "What an object's state does not allow is 400 `invalid_status` and changes nothing.",
                "No answer to a second confirm or authorize is documented.", "confirm, authorize, complete-redirection"
            )
        case .customerObject:
            (
                "A customer is an id, or an object with `id` or `identifier`; an unknown identifier is refused.",
                "The guide sends an id, newer SDKs an object.", "POST enrollments, POST payment-intents"
            )
        case .listOrder:
            ("Lists come newest first, institutions in their own order.", "No order is documented.", "every list")
        case .bearerAccess:
            (
                "The token `access` is a bearer token for the endpoints that the SDK calls.",
                "The headers have the token, no document says how it is sent.", "every answer to a bearer token"
            )
        case .accessToken:
            (
                "Both tokens are JWTs by a key of the sandbox, with the claims that the SDK's headers name.",
                "Neither their times nor their algorithm are documented.", "POST payments/api/widget-token"
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
                "How a bank asks is its own affair.", "bank/authorize"
            )
        case .idToken:
            (
                "`id_token` is a JWS by a key of the sandbox with `nonce` and `s_hash`.",
                "The security profile asks for it; the guide shows a text.", "the redirect of an approval"
            )
        case .statusAfterRedirection:
            (
                "After a success `details.status` is `AWAITING_ENROLLMENT`.",
                "The guide's example still shows the status before.", "complete-redirection"
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
                "The guide's samples leave it out; the web SDK demands it.",
                "fido-registration-options, POST payment-intents"
            )
        case .verificationFailure:
            (
                "What is wrong inside a credential or an assertion is `biometric_validation_error`, with a verdict "
                    + "code in the message.",
                "Confirm and authorize answer 204; which reason follows is not documented.",
                "enrollments and payments that failed"
            )
        case .timeoutReasons:
            (
                "What takes too long fails with the reason of the step that was waited for.",
                "The guide says FAILED, without a reason.", "enrollments and payments that failed"
            )
        case .reasonSpelling:
            (
                "Reasons and failure codes are in snake_case.",
                "The headers have the members; their wire form is not documented.",
                "enrollments and payments that failed"
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
        case .chargePending:
            (
                "A charge begins as `PENDING`.", "The states have `CREATED` before it, the SDK has not.",
                "payments that are pending"
            )
        case .paymentPending:
            (
                "A payment stays `PENDING` from authorize until its result.",
                "`PROCESSING` would be possible too.", "payments that are pending"
            )
        case .riskSignalsMismatch:
            (
                "Signals at authorize that name another device or account date than the enrollment's are refused by "
                    + "the bank: `blocked_by_institution_security_policy`.",
                "What banks compare is not documented.", "payments that failed"
            )
        case .inventedValues:
            (
                "`created_by` is a UUID made from the key's id; ISPBs, agencies and account numbers are invented.",
                "Nobody else's values may stand here.", "every object"
            )
        case .bankClocks:
            (
                "The bank takes 1 s for options and 0.25 s for a result.", "Banks differ.", "timers"
            )
        case .webhookData:
            (
                "`data` of an enrollment's webhook has its status, reason code, reason message and metadata.",
                "Documented for payments alone.", "webhooks"
            )
        }
    }
}
