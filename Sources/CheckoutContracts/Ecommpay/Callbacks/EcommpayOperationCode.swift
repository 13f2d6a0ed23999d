import ToqueEncoding

/// The result of an operation (documentation of Gate, unified codes). There are more codes than the named ones.
public struct EcommpayOperationCode: RawRepresentable, Sendable, Hashable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    public static let success = EcommpayOperationCode(rawValue: 0)
    public static let generalDecline = EcommpayOperationCode(rawValue: 100)
    public static let declinedBy3DSecure = EcommpayOperationCode(rawValue: 104)
    /// The person did not return from the issuer's page.
    public static let notReturned = EcommpayOperationCode(rawValue: 108)
    public static let cancelledByCustomer = EcommpayOperationCode(rawValue: 301)
    public static let declinedByRiskSystem = EcommpayOperationCode(rawValue: 402)
    public static let internalError = EcommpayOperationCode(rawValue: 501)
    public static let validationError = EcommpayOperationCode(rawValue: 502)
    public static let invalidCardData = EcommpayOperationCode(rawValue: 10102)
    public static let insufficientFunds = EcommpayOperationCode(rawValue: 10105)
}

/// A text of digits in callbacks; numbers are accepted as well.
extension EcommpayOperationCode: JSONValue {
    package static func read(_ reader: JSONReader) throws(JSONMemberError) -> EcommpayOperationCode {
        let number =
            switch reader.value {
            case .string(let text): Int(text)
            case .number(let number): number.int
            case .null, .bool, .array, .object: nil as Int?
            }
        guard let number else { throw reader.mismatch(expected: expectation) }
        return EcommpayOperationCode(rawValue: number)
    }
    package var json: JSON { .string(String(rawValue)) }
    package static var schema: JSONSchema { .text(matching: "^[0-9]+$") }
    package static var expectation: String { "a code of digits" }
}
