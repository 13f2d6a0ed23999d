import PixAPI
import ToqueEncoding

enum PaymentIntentState: String, Sendable, Hashable, JSONChoice {
    /// The device is to sign.
    case awaitingAssertion = "awaiting_assertion"
    /// The bank settles.
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
