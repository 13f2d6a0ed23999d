/// Why bytes are not acceptable CBOR, and where.
public struct CBORError: Error, Sendable, Hashable, CustomStringConvertible {
    public enum Reason: Sendable, Hashable {
        /// The input ends inside an item.
        case truncated
        /// Bytes follow the item; the value is their number.
        case trailingBytes(Int)
        /// An initial byte that RFC 8949 reserves.
        case malformed
        case invalidUTF8
        case indefiniteLength
        /// CTAP2 allows no tags (section 8).
        case tag
        case duplicateKey
        /// An integer or a length whose head is longer than necessary.
        case notMinimal
        /// Map keys out of CTAP2's order.
        case keyOrder
        /// A simple value other than false, true, null and undefined.
        case simpleValue
        /// Nested deeper than the limit.
        case depth(Int)
    }

    public let reason: Reason
    /// The byte offset from the start of the input.
    public let offset: Int

    public init(_ reason: Reason, at offset: Int) {
        self.reason = reason
        self.offset = offset
    }

    public var description: String {
        let text =
            switch reason {
            case .truncated: "the input ends inside an item"
            case .trailingBytes(let count): "\(count) bytes follow the item"
            case .malformed: "a reserved initial byte"
            case .invalidUTF8: "a text string is not UTF-8"
            case .indefiniteLength: "an indefinite length"
            case .tag: "a tag"
            case .duplicateKey: "a map key stands twice"
            case .notMinimal: "an integer or a length is not in its shortest form"
            case .keyOrder: "map keys are not in canonical order"
            case .simpleValue: "an unassigned simple value"
            case .depth(let limit): "nested deeper than \(limit)"
            }
        return "CBOR, byte \(offset): \(text)"
    }
}
