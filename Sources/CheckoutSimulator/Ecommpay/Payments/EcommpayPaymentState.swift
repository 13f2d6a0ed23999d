import CheckoutContracts
import ToqueEncoding

/// The state of a payment.
enum EcommpayPaymentState: String, Sendable, Hashable, JSONChoice {
    /// The app has a session; the person has not chosen anything.
    case opened
    /// The providers behind the platform are working.
    case processing
    /// The person is at the issuer.
    case awaiting3DSResult = "awaiting_3ds_result"
    /// The person is on the Payment Page.
    case awaitingRedirectResult = "awaiting_redirect_result"
    /// The person must complete the data.
    case awaitingClarification = "awaiting_clarification"
    /// The first attempt failed; the person can start the second one.
    case awaitingCustomer = "awaiting_customer"
    /// The amount is held.
    case awaitingCapture = "awaiting_capture"
    case success
    case decline
    case cancelled
    case partiallyRefunded = "partially_refunded"
    case refunded

    /// The status in the API.
    var status: EcommpayPaymentStatus {
        switch self {
        case .opened, .awaitingCustomer: .pending(.awaitingCustomer)
        case .processing: .pending(.processing)
        case .awaiting3DSResult: .pending(.awaiting3DSResult)
        case .awaitingRedirectResult: .pending(.awaitingRedirectResult)
        case .awaitingClarification: .pending(.awaitingClarification)
        case .awaitingCapture: .pending(.awaitingCapture)
        case .success: .final(.success)
        case .decline: .final(.decline)
        case .cancelled: .final(.cancelled)
        case .partiallyRefunded: .final(.partiallyRefunded)
        case .refunded: .final(.refunded)
        }
    }

    var isFinal: Bool { if case .final = status { true } else { false } }

    /// True after a refund of a part or of the whole.
    var isRefunded: Bool { self == .partiallyRefunded || self == .refunded }

    /// States that end when the person leaves.
    static let ofThePerson: [EcommpayPaymentState] = [
        .opened, .awaiting3DSResult, .awaitingRedirectResult, .awaitingClarification, .awaitingCustomer,
    ]
}

/// The events of a payment.
enum EcommpayPaymentEvent: String, Sendable, Hashable, CaseIterable {
    // The person
    case paymentRequested = "payment_requested"
    case pageOpened = "page_opened"
    case clarified
    case retried
    /// At the issuer, on the Payment Page, or by closing the form.
    case personDeclined = "person_declined"

    // The providers
    case challengeRequired = "challenge_required"
    case clarificationRequested = "clarification_requested"
    /// Another provider can be tried.
    case attemptFailed = "attempt_failed"
    case charged
    case held
    case declined
    case declinedBy3DSecure = "declined_by_3ds"
    case declinedByRiskSystem = "declined_by_risk_system"
    case insufficientFunds = "insufficient_funds"

    // The merchant
    case captured
    case holdCanceled = "hold_canceled"
    case refundedPartly = "refunded_partly"
    case refundedWholly = "refunded_wholly"

    // Clocks
    case resultTimedOut = "result_timed_out"
    case personGone = "person_gone"
    case holdExpired = "hold_expired"
}
