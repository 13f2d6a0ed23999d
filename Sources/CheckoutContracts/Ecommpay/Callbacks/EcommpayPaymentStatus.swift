import ToqueEncoding

/// What has become of a payment. A status that is not final has a type of its own, so that nobody takes *not yet* for
/// *no*.
public enum EcommpayPaymentStatus: Sendable, Hashable {
    /// The attempt is over. Only a refund or a reversal can follow, which has a status of its own.
    case final(Final)
    /// Something is still to happen. Do not let the person pay again.
    case pending(Pending)
    /// A word that is not known here. It says neither yes nor no: ask Gate for the status later.
    case unrecognized(String)

    /// Statuses after which no attempt goes on.
    public enum Final: String, Sendable, Hashable, CaseIterable {
        case success
        case decline
        /// The hold of an authorization was given back.
        case cancelled
        case refunded
        case partiallyRefunded = "partially refunded"
        /// Taken back before the end of the business day.
        case reversed
        /// The data of the payment could not be processed.
        case error
    }

    /// Statuses after which something still happens.
    public enum Pending: String, Sendable, Hashable, CaseIterable {
        case processing
        case awaiting3DSResult = "awaiting 3ds result"
        case awaitingRedirectResult = "awaiting redirect result"
        /// The person may try again.
        case awaitingCustomer = "awaiting customer"
        /// The person is to complete the data.
        case awaitingClarification = "awaiting clarification"
        /// The amount is held: the merchant captures or cancels.
        case awaitingCapture = "awaiting capture"
        case awaitingConfirmation = "awaiting confirmation"
        case refundProcessing = "refund processing"
        case reversalProcessing = "reversal processing"
        case refundReversalProcessing = "refund reversal processing"
    }

    /// As it stands in callbacks and answers.
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
