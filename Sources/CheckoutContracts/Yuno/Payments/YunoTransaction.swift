import ToqueEncoding

/// One transaction of a payment: the purchase, or a later operation of the merchant.
public struct YunoTransaction: Sendable, Hashable {
    /// The type of a transaction.
    public enum Kind: String, JSONChoice {
        case purchase = "PURCHASE"
        /// Holds the amount for a later capture.
        case authorize = "AUTHORIZE"
        case capture = "CAPTURE"
        case cancel = "CANCEL"
        case refund = "REFUND"
        /// Verifies an instrument with the amount 0.
        case verify = "VERIFY"
    }

    public var id: String
    public var type: Kind
    public var status: YunoTransactionStatus
    public var amount: YunoAmount
    /// nil while the transaction is pending.
    public var responseCode: YunoResponseCode?
    /// The code in words.
    public var responseMessage: String?
    /// The merchant's reference for a capture, cancellation or refund.
    public var merchantReference: String?
    public var reason: String?
    public var createdAt: Timestamp
    public var updatedAt: Timestamp

    public init(
        id: String, type: Kind, status: YunoTransactionStatus = .pending, amount: YunoAmount,
        merchantReference: String? = nil, reason: String? = nil, createdAt: Timestamp
    ) {
        self.id = id
        self.type = type
        self.status = status
        self.amount = amount
        self.merchantReference = merchantReference
        self.reason = reason
        self.createdAt = createdAt
        updatedAt = createdAt
    }
}

/// The status of a transaction. Pending statuses have their own type.
public enum YunoTransactionStatus: Sendable, Hashable {
    case final(Final)
    case pending
    /// An unknown status, neither yes nor no.
    case unrecognized(String)

    public enum Final: String, Sendable, Hashable, CaseIterable {
        case succeeded = "SUCCEEDED"
        case declined = "DECLINED"
        case rejected = "REJECTED"
        case fraud = "FRAUD"
        case expired = "EXPIRED"
        case canceled = "CANCELED"
        case error = "ERROR"
    }

    private static let pendingText = "PENDING"

    public init(_ text: String) {
        self = Final(rawValue: text).map(Self.final) ?? (text == Self.pendingText ? .pending : .unrecognized(text))
    }

    public var text: String {
        switch self {
        case .final(let status): status.rawValue
        case .pending: Self.pendingText
        case .unrecognized(let text): text
        }
    }
}

extension YunoTransactionStatus: JSONValue {
    package static func read(_ reader: JSONReader) throws(JSONMemberError) -> Self { Self(try reader.string()) }
    package var json: JSON { .string(text) }
    package static var schema: JSONSchema { .choice([pendingText] + Final.allCases.map(\.rawValue)) }
    package static var expectation: String { "a status of a transaction" }
}

extension YunoTransaction: JSONStructure {
    package static let blank = YunoTransaction(id: "", type: .purchase, amount: .blank, createdAt: .epoch)

    package mutating func members(_ coder: inout JSONCoder) {
        coder.id("id", &id)
        coder.required("type", &type)
        coder.required("status", &status)
        coder.required("amount", &amount)
        coder.nullable("response_code", &responseCode)
        coder.nullable("response_message", &responseMessage)
        coder.optional("merchant_reference", &merchantReference)
        coder.optional("reason", &reason)
        coder.required("created_at", &createdAt)
        coder.required("updated_at", &updatedAt)
    }
}
