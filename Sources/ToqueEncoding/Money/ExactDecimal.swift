/// A decimal number as written, such as an amount of money: an integer and the number of its decimals. It never passes
/// through binary floating point. Numbers of the same value are equal: 1.5 is 1.50.
public struct ExactDecimal: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The number without its decimal point: 150 for 1.50.
    private let significand: Int64
    /// The number of digits after the decimal point: 2 for 1.50.
    private let scale: Int

    /// The maximum number of digits, and of decimals, when reading.
    public static let digitLimit = 18

    public static let zero = ExactDecimal(significand: 0, scale: 0)

    private init(significand: Int64, scale: Int) { (self.significand, self.scale) = (significand, scale) }

    /// Reads the text of a JSON number (RFC 8259 section 6), with or without a fraction and an exponent.
    /// - Returns: nil for any other text, and for a number that has more than 18 digits or 18 decimals without an
    ///   exponent.
    public init?(_ text: some StringProtocol) {
        guard let literal = Literal(text), let significand = literal.significand else { return nil }
        let scale = literal.decimals - literal.exponent
        if scale >= 0 {
            guard scale <= Self.digitLimit else { return nil }
            self.init(significand: significand, scale: scale)
        } else if significand == 0 {
            self = .zero
        } else {
            // An exponent that moves the point beyond the last digit adds zeros.
            guard -scale <= Self.digitLimit, let integer = Self.shift(significand, by: -scale),
                Self.isWithinLimit(integer)
            else { return nil }
            self.init(significand: integer, scale: 0)
        }
    }

    /// - Parameter exponent: the decimals of the unit, as in `Currency.exponent`: 0 to 18.
    public init(minorUnits: Int64, exponent: Int) {
        precondition((0...Self.digitLimit).contains(exponent), "no unit has \(exponent) decimals")
        self.init(significand: minorUnits, scale: exponent)
    }

    /// The value in units of the exponent: 1999 for 19.99 with the exponent 2.
    /// - Returns: nil if the value has more decimals, or is too large.
    public func minorUnits(exponent: Int) -> Int64? {
        guard (0...Self.digitLimit).contains(exponent) else { return nil }
        if exponent >= scale { return Self.shift(significand, by: exponent - scale) }
        let (quotient, remainder) = significand.quotientAndRemainder(dividingBy: Self.powers[scale - exponent])
        return remainder == 0 ? quotient : nil
    }

    public var isNegative: Bool { significand < 0 }

    /// The sum; nil if it has more than 18 digits, counted with the decimals of the more precise operand.
    public func adding(_ other: ExactDecimal) -> ExactDecimal? {
        let finer = max(scale, other.scale)
        guard let left = Self.shift(significand, by: finer - scale),
            let right = Self.shift(other.significand, by: finer - other.scale)
        else { return nil }
        let (sum, overflow) = left.addingReportingOverflow(right)
        guard !overflow, Self.isWithinLimit(sum) else { return nil }
        return ExactDecimal(significand: sum, scale: finer)
    }

    /// The difference; nil under the same condition as in `adding`.
    public func subtracting(_ other: ExactDecimal) -> ExactDecimal? {
        guard other.significand != .min else { return nil }
        return adding(ExactDecimal(significand: -other.significand, scale: other.scale))
    }

    /// The digits without an exponent, with as many decimals as were written.
    public var description: String {
        let digits = String(significand.magnitude)
        let padded = String(repeating: "0", count: max(0, scale + 1 - digits.count)) + digits
        let point = scale == 0 ? "" : "."
        return "\(isNegative ? "-" : "")\(padded.dropLast(scale))\(point)\(padded.suffix(scale))"
    }

    // MARK: By value

    /// The parts before and after the point, in units of 18 decimals. Both have the number's sign.
    private var parts: (Int64, Int64) {
        let (whole, fraction) = significand.quotientAndRemainder(dividingBy: Self.powers[scale])
        return (whole, fraction * Self.powers[Self.digitLimit - scale])
    }

    public static func == (left: ExactDecimal, right: ExactDecimal) -> Bool { left.parts == right.parts }
    public static func < (left: ExactDecimal, right: ExactDecimal) -> Bool { left.parts < right.parts }

    public func hash(into hasher: inout Hasher) {
        let (whole, fraction) = parts
        hasher.combine(whole)
        hasher.combine(fraction)
    }

    // MARK: -

    /// 10 to the power of 0 to 18.
    private static let powers: [Int64] = (0..<digitLimit).reduce(into: [1]) { powers, last in
        powers.append(powers[last] * 10)
    }

    /// The number with this many zeros appended: 0 to 18.
    private static func shift(_ number: Int64, by digits: Int) -> Int64? {
        let (product, overflow) = number.multipliedReportingOverflow(by: powers[digits])
        return overflow ? nil : product
    }

    private static func isWithinLimit(_ number: Int64) -> Bool { number.magnitude < powers[digitLimit].magnitude }

    /// The parts of a JSON number's text.
    private struct Literal {
        /// Nil beyond 18 digits.
        let significand: Int64?
        let decimals: Int
        let exponent: Int

        init?(_ text: some StringProtocol) {
            var rest = Array(text.utf8)[...]
            let isNegative = rest.first == UInt8(ascii: "-")
            if isNegative { rest.removeFirst() }
            let whole = Self.digits(&rest)
            guard !whole.isEmpty, whole.count == 1 || whole.first != UInt8(ascii: "0") else { return nil }
            var fraction: ArraySlice<UInt8> = []
            if rest.first == UInt8(ascii: ".") {
                rest.removeFirst()
                fraction = Self.digits(&rest)
                guard !fraction.isEmpty else { return nil }
            }
            var exponent = 0
            if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
                rest.removeFirst()
                let sign = rest.first
                if sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { rest.removeFirst() }
                // A larger exponent could only write a zero, and nobody writes zeros that way.
                guard let value = Self.number(Self.digits(&rest)), value < 1000 else { return nil }
                exponent = sign == UInt8(ascii: "-") ? -Int(value) : Int(value)
            }
            guard rest.isEmpty else { return nil }
            significand = Self.number(whole + fraction).map { isNegative ? -$0 : $0 }
            decimals = fraction.count
            self.exponent = exponent
        }

        /// Takes the leading digits.
        private static func digits(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
            let digits = rest.prefix { (0x30...0x39).contains($0) }
            rest = rest.dropFirst(digits.count)
            return digits
        }

        /// Nil for more than 18 digits, not counting leading zeros, and for no digits.
        private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
            guard !digits.isEmpty else { return nil }
            let digits = digits.drop { $0 == UInt8(ascii: "0") }
            guard digits.count <= ExactDecimal.digitLimit else { return nil }
            return digits.isEmpty ? 0 : Int64(String(decoding: digits, as: UTF8.self))
        }
    }
}

extension JSONNumber {
    /// The digits of the number, with all of its decimals.
    public init(_ value: ExactDecimal) { self.init(literal: value.description) }

    /// The exact value; nil beyond 18 digits.
    public var decimal: ExactDecimal? { ExactDecimal(text) }
}

extension JSONReader {
    /// A number as written, of at most 18 digits.
    public func decimal() throws(JSONMemberError) -> ExactDecimal {
        guard case .number(let number) = value else { throw mismatch(expected: ExactDecimal.expectation) }
        guard let decimal = number.decimal else {
            throw mismatch(expected: "a number of at most \(ExactDecimal.digitLimit) digits")
        }
        return decimal
    }
}

extension ExactDecimal: JSONValue {
    package static let expectation = "a number"
    package static func read(_ reader: JSONReader) throws(JSONMemberError) -> ExactDecimal { try reader.decimal() }
    public var json: JSON { .number(JSONNumber(self)) }
    package static var schema: JSONSchema { JSONSchema(["type": "number"]) }
}
