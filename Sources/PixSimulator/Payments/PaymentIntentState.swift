import PixAPI
import ToqueEncoding

enum PaymentIntentState: String, Sendable, Hashable, JSONChoice {
    /// The device must sign.
    case awaitingAssertion = "awaiting_assertion"
    /// The bank is settling the payment.
    case awaitingResult = "awaiting_result"
    case succeeded
    case failed

    /// The guide shows `PENDING` until the result.
    var status: PaymentIntentStatus {
        switch self {
        case .awaitingAssertion, .awaitingResult: .pending
        case .succeeded: .succeeded
        case .failed: .failed
        }
    }
}
