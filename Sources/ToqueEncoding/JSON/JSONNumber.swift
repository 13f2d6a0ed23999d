/// A JSON number as its text. Numbers of the same text are equal: `1.0` is not `1`.
public struct JSONNumber: Sendable, Hashable {
    /// The literal, such as `0.13` or `-7`.
    public let text: String

    /// Takes a literal that is already known to be a JSON number.
    init(literal text: String) { self.text = text }
    public init(_ value: some BinaryInteger) { text = String(value) }
    /// The shortest literal that reads back as the value; nil for a value that JSON cannot represent.
    public init?(_ value: Double) {
        guard value.isFinite else { return nil }
        let description = value.description
        text = description.hasSuffix(".0") ? String(description.dropLast(2)) : description
    }

    /// Nil for a fraction, an exponent, or a number out of range.
    public var int: Int? { Int(text) }
    /// The nearest value; nil beyond the largest one.
    public var double: Double? { Double(text).flatMap { $0.isFinite ? $0 : nil } }
}
