/// The assumed behaviors, by their ids. An answer that follows some names them in its header `X-Toque-Assumed`.
enum Assumption: String, Sendable, CaseIterable {
    // Any request
    case errorCodes = "error-codes"
    case validation
    case unknownObject = "unknown-object"
    case wrongState = "wrong-state"
    case listOrder = "list-order"
    case accessToken = "access-token"
    // Objects that others need
    case bankAccountNames = "bank-account-names"
    case customerObject = "customer-object"
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
    case reasons
    case authorisedSpelling = "authorised-spelling"
    case enrollmentValidity = "enrollment-validity"
    // Payments
    case paymentIntentCreated = "payment-intent-created"
    case pending
    case riskPolicy = "risk-policy"
    // Beside the answers
    case pathSpellings = "path-spellings"
    case bearerAccess = "bearer-access"
    case inventedValues = "invented-values"
    case bankClocks = "bank-clocks"
    case webhookData = "webhook-data"

    /// Whether an answer shows it; the others take place where no single answer can tell.
    var showsInAnswers: Bool {
        switch self {
        case .pathSpellings, .bearerAccess, .inventedValues, .bankClocks, .webhookData: false
        default: true
        }
    }

    var behavior: Behavior {
        let row = row
        return Behavior(
            id: rawValue, summary: row.summary, basis: .assumed(why: row.why), place: row.place)
    }
}
