import ToqueEncoding

/// The reason for a transaction's result. Yuno has many more; any text is valid.
public struct YunoResponseCode: RawRepresentable, Sendable, Hashable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let succeeded = Self(rawValue: "SUCCEEDED")
    public static let insufficientFunds = Self(rawValue: "INSUFFICIENT_FUNDS")
    public static let declinedByBank = Self(rawValue: "DECLINED_BY_BANK")
    public static let doNotHonor = Self(rawValue: "DO_NOT_HONOR")
    public static let invalidSecurityCode = Self(rawValue: "INVALID_SECURITY_CODE")
    public static let expiredCard = Self(rawValue: "EXPIRED_CARD")
    public static let fraudVerified = Self(rawValue: "FRAUD_VERIFIED")
    public static let authenticationFailed = Self(rawValue: "AUTHENTICATION_FAILED_THREE_D_SECURE")
    public static let expired = Self(rawValue: "EXPIRED")
    public static let canceledByPerson = Self(rawValue: "CANCELLED_BY_USER")
    public static let internalError = Self(rawValue: "INTERNAL_ERROR")
}

extension YunoResponseCode: JSONValue {
    package static func read(_ reader: JSONReader) throws(JSONMemberError) -> Self {
        Self(rawValue: try reader.string())
    }
    package var json: JSON { .string(rawValue) }
    package static var schema: JSONSchema { .text(matching: "^[A-Z_]+$") }
    package static var expectation: String { "a response code" }
}
