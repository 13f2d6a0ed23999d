import CheckoutContracts
import ToqueEncoding

/// The state of a payment. Several states can share one status, because the other side's automatic steps begin after
/// the person's part.
enum YunoPaymentState: String, Sendable, Hashable, JSONChoice {
    // Pix
    case codeShown = "code_shown"
    case codePaid = "code_paid"

    // Wallets that respond at once
    case sessionReady = "session_ready"
    case sheetShown = "sheet_shown"
    case sheetSent = "sheet_sent"

    // Cards
    case cardSent = "card_sent"
    case challenged
    case authenticated
    case authorized

    // Methods that leave the app
    case redirected
    case redirectPaid = "redirect_paid"

    // Ends
    case approved
    case captured
    case partiallyCaptured = "partially_captured"
    case partiallyRefunded = "partially_refunded"
    case verified
    case declined
    case fraudDeclined = "fraud_declined"
    case rejected
    case fraud
    case error
    case expired
    case canceled
    case refunded

    var status: YunoPaymentStatus {
        switch self {
        case .sessionReady: .pending(.readyToPay)
        case .codeShown, .codePaid, .redirected, .redirectPaid: .pending(.waitingForProvider)
        case .sheetShown, .sheetSent, .cardSent: .pending(.inProcess)
        case .challenged, .authenticated: .pending(.waitingAdditionalStep)
        case .authorized: .pending(.authorized)
        case .approved: .final(.approved)
        case .captured: .final(.captured)
        case .partiallyCaptured: .final(.partiallyCaptured)
        case .partiallyRefunded: .final(.partiallyRefunded)
        case .verified: .final(.verified)
        case .declined: .final(.declined)
        case .fraudDeclined: .final(.fraudDeclined)
        case .rejected: .final(.rejected)
        case .fraud: .final(.fraud)
        case .error: .final(.error)
        case .expired: .final(.expired)
        case .canceled: .final(.canceled)
        case .refunded: .final(.refunded)
        }
    }

    /// States in which the person must act on the device or on a page.
    static let ofThePerson: Set<Self> = [.codeShown, .sheetShown, .challenged, .redirected]
    /// States that the bank, the issuer or the wallet leaves by itself.
    static let automatic: Set<Self> = [.codePaid, .sheetSent, .cardSent, .authenticated, .redirectPaid]
}
