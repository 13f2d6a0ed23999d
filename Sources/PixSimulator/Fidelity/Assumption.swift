/// The assumed behaviours, by their ids. Those that show in an answer are named in its header `X-Toque-Assumed`.
enum Assumption: String, Sendable, CaseIterable {
    // Requests
    case pathSpellings = "path-spellings"
    case errorCodes = "error-codes"
    case unknownInBody = "unknown-in-body"
    case wrongState = "wrong-state"
    case customerObject = "customer-object"
    case listOrder = "list-order"
    case bearerAccess = "bearer-access"
    case accessToken = "access-token"
    // Enrollments
    case callbackOptional = "callback-optional"
    case riskSignalsMissing = "risk-signals-missing"
    case enrollmentFilters = "enrollment-filters"
    case bankPage = "bank-page"
    case idToken = "id-token"
    case statusAfterRedirection = "status-after-redirection"
    case redirectReasons = "redirect-reasons"
    case optionsNotReady = "options-not-ready"
    case optionsOver = "options-over"
    case userVerification = "user-verification"
    case verificationFailure = "verification-failure"
    case timeoutReasons = "timeout-reasons"
    case reasonSpelling = "reason-spelling"
    case authorisedSpelling = "authorised-spelling"
    case enrollmentValidity = "enrollment-validity"
    // Payments
    case paymentIntentCreated = "payment-intent-created"
    case chargePending = "charge-pending"
    case paymentPending = "payment-pending"
    case riskSignalsMismatch = "risk-signals-mismatch"
    // Beside the answers
    case inventedValues = "invented-values"
    case bankClocks = "bank-clocks"
    case webhookData = "webhook-data"

    /// Whether an answer shows it; the others take place where no answer can tell.
    var showsInAnswers: Bool {
        switch self {
        case .pathSpellings, .inventedValues, .bankClocks, .webhookData: false
        default: true
        }
    }

    var behaviour: Behaviour {
        let row = row
        return Behaviour(
            id: rawValue, summary: row.summary, basis: .assumed(why: row.why), place: row.place)
    }
}
