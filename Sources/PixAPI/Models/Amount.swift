import ToqueEncoding

/// An amount in Brazilian reais, exact to the centavo: above zero and at most 9999999999999999.99, the regulator's
/// `^\d{1,16}\.\d{2}$`. It reads a number or a string and writes a string with two decimals, without binary floating
/// point.
public struct Amount: Sendable, Hashable, Comparable, CustomStringConvertible {
    public let centavos: Int64

    /// The form of the text, for error messages.
    public static let expectation = "an amount above 0 with at most two decimals, such as 0.13"

    /// nil for a value that is not above zero or has more than 16 digits before the point.
    public init?(centavos: Int64) {
        guard centavos > 0, centavos < 1_000_000_000_000_000_000 else { return nil }
        self.centavos = centavos
    }

    /// One centavo.
    static let blank = Amount(valid: 1)

    private init(valid centavos: Int64) { self.centavos = centavos }

    /// `13`, `0.1` or `1234.12`: digits with at most two decimals, without sign, exponent or thousands separator.
    public init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        guard let whole = parts.first, (1...16).contains(whole.count) else { return nil }
        var centavos = [UInt8](whole)
        if parts.count == 2 {
            guard (1...2).contains(parts[1].count) else { return nil }
            centavos += parts[1]
        }
        centavos += Array(repeating: UInt8(ascii: "0"), count: whole.count + 2 - centavos.count)
        guard centavos.allSatisfy({ (0x30...0x39).contains($0) }),
            let value = Int64(String(decoding: centavos, as: UTF8.self))
        else { return nil }
        self.init(centavos: value)
    }

    /// With two decimals: `0.13`.
    public var description: String { ExactDecimal(minorUnits: centavos, exponent: 2).description }

    public static func < (left: Amount, right: Amount) -> Bool { left.centavos < right.centavos }
}

extension Amount: JSONModel, JSONValue {
    public init(_ reader: JSONReader) throws(JSONMemberError) {
        let text: String
        switch reader.value {
        case .string(let string): text = string
        case .number(let number): text = number.text
        case .null, .bool, .array, .object: throw reader.mismatch(expected: Self.expectation)
        }
        guard let amount = Amount(text) else { throw reader.mismatch(expected: Self.expectation) }
        self = amount
    }

    public var json: JSON { .string(description) }

    package static var schema: JSONSchema { .text(matching: #"^[0-9]{1,16}\.[0-9]{2}$"#) }
}

extension JSONSchema {
    /// At most two decimals, as a number or as text. The schema does not limit a number's decimals, because most
    /// validators find in binary floating point that 1.1 is not a multiple of 0.01.
    static let requestedAmount = any(
        of: JSONSchema(["type": "number", "exclusiveMinimum": 0]),
        text(matching: #"^(?!0*(\.0*)?$)[0-9]{1,16}(\.[0-9]{1,2})?$"#)
    ).about("More than 0, with at most two decimals")
}
