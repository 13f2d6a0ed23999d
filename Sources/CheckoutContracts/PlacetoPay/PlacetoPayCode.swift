import ToqueEncoding

/// A code that is a text or a number: `reason` (`"PC"`, `401`) and an item's `sku` (`"A-1"`, `302`).
public enum PlacetoPayCode: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    case text(String)
    case number(Int)

    public init(stringLiteral value: String) { self = .text(value) }

    public var description: String {
        switch self {
        case .text(let text): text
        case .number(let number): String(number)
        }
    }
}

extension PlacetoPayCode: JSONValue {
    package static let expectation = "a string or an integer"
    package static var schema: JSONSchema { JSONSchema(["type": ["string", "integer"]]) }

    package static func read(_ reader: JSONReader) throws(JSONMemberError) -> PlacetoPayCode {
        if let text = reader.value.stringValue { return .text(text) }
        guard let number = reader.value.intValue else { throw reader.mismatch(expected: expectation) }
        return .number(number)
    }

    package var json: JSON {
        switch self {
        case .text(let text): .string(text)
        case .number(let number): .int(number)
        }
    }
}

/// The reasons of sessions and transactions.
extension PlacetoPayCode {
    // Requests
    /// The session was created.
    public static let created: PlacetoPayCode = "PC"
    public static let badRequest: PlacetoPayCode = "BR"

    // Sessions
    public static let pending: PlacetoPayCode = "PT"
    public static let approved: PlacetoPayCode = "00"
    public static let partlyApproved: PlacetoPayCode = "P0"
    public static let partialExpired: PlacetoPayCode = "PX"
    /// The session's last attempt was rejected.
    public static let attemptsExhausted: PlacetoPayCode = "XN"
    public static let abandonedByUser: PlacetoPayCode = "?C"
    public static let canceledByMerchant: PlacetoPayCode = "MC"
    public static let expired: PlacetoPayCode = "EX"

    // Transactions
    public static let declined: PlacetoPayCode = "05"
    public static let insufficientFunds: PlacetoPayCode = "51"
    public static let overLimit: PlacetoPayCode = "61"
    public static let tooManyUses: PlacetoPayCode = "65"
}
