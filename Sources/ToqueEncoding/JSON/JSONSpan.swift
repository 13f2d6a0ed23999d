/// The place of a JSON value in the text that it was read from.
public struct JSONSpan: Sendable, Hashable {
    /// From the first byte of the value to its last; a string has its quotes.
    public let range: Range<Int>
    /// Of an array's values, or of the values of an object's members, in order.
    public let parts: [JSONSpan]

    /// nil if there is no such part.
    public func part(_ index: Int) -> JSONSpan? { parts.indices.contains(index) ? parts[index] : nil }

    init(range: Range<Int>, parts: [JSONSpan] = []) {
        self.range = range
        self.parts = parts
    }
}
