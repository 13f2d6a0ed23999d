import ToqueEncoding

/// The status of a payment. Pending statuses have their own type, so *not yet* is never mistaken for *no*.
public enum EcommpayPaymentStatus: Sendable, Hashable {
    /// The attempt is over. Only a refund or a reversal can follow, with its own status.
    case final(Final)
    /// The payment is in progress. Do not let the person pay again.
    case pending(Pending)
    /// An unknown status, neither yes nor no: ask Gate for the status later.
    case unrecognized(String)

    /// Statuses that end the attempt.
    public enum Final: String, Sendable, Hashable, CaseIterable {
        case success
        case decline
        /// An authorization's hold was released.
        case cancelled
        case refunded
        case partiallyRefunded = "partially refunded"
        /// Reversed before the end of the business day.
        case reversed
        /// The payment's data could not be processed.
        case error
    }

    /// Statuses of a payment in progress.
    public enum Pending: String, Sendable, Hashable, CaseIterable {
        case processing
        case awaiting3DSResult = "awaiting 3ds result"
        case awaitingRedirectResult = "awaiting redirect result"
        /// The person can try again.
        case awaitingCustomer = "awaiting customer"
        /// The person must complete the data.
        case awaitingClarification = "awaiting clarification"
        /// The amount is held: the merchant captures or cancels.
        case awaitingCapture = "awaiting capture"
        case awaitingConfirmation = "awaiting confirmation"
        case refundProcessing = "refund processing"
        case reversalProcessing = "reversal processing"
        case refundReversalProcessing = "refund reversal processing"
    }

    /// The text in callbacks and responses.
    public init(_ text: String) {
        if let status = Final(rawValue: text) {
            self = .final(status)
        } else if let status = Pending(rawValue: text) {
            self = .pending(status)
        } else {
            self = .unrecognized(text)
        }
    }

    public var text: String {
        switch self {
        case .final(let status): status.rawValue
        case .pending(let status): status.rawValue
        case .unrecognized(let text): text
        }
    }
}

extension EcommpayPaymentStatus: JSONValue {
    package static func read(_ reader: JSONReader) throws(JSONMemberError) -> EcommpayPaymentStatus {
        EcommpayPaymentStatus(try reader.string())
    }
    package var json: JSON { .string(text) }
    package static var schema: JSONSchema {
        .choice(Final.allCases.map(\.rawValue) + Pending.allCases.map(\.rawValue))
    }
    package static var expectation: String { "a status of a payment" }
}
