import ToqueCBOR
import ToqueEncoding

/// A CBOR item with its position and its faults. `CBOR` refuses bytes at the first fault; this type shows all faults
/// and everything between.
struct LocatedCBOR {
    indirect enum Content {
        case scalar(CBOR)
        case array([LocatedCBOR])
        case map([(key: LocatedCBOR, value: LocatedCBOR)])
        case tagged(UInt64, LocatedCBOR)
        /// A simple value without a meaning.
        case simple(UInt8)
        /// Unreadable bytes.
        case unreadable
    }

    let content: Content
    /// From the head to the end of the contents.
    let range: Range<Int>
    /// The start of the contents after the head.
    let contentStart: Int
    var problem: String?

    /// The item at `start`, or as much of it as there is.
    init(_ bytes: [UInt8], from start: Int = 0) {
        var reader = LocatedCBORReader(bytes: bytes, position: min(start, bytes.count))
        self = reader.item(depth: 0)
    }

    init(_ content: Content, range: Range<Int>, contentStart: Int, problem: String?) {
        self.content = content
        self.range = range
        self.contentStart = contentStart
        self.problem = problem
    }

    var scalar: CBOR? {
        guard case .scalar(let item) = content else { return nil }
        return item
    }

    var intValue: Int? { scalar?.intValue }
    var textValue: String? { scalar?.textValue }
    var bytesValue: [UInt8]? { scalar?.bytesValue }

    /// The entries of a map; empty for anything else.
    var entries: [(key: LocatedCBOR, value: LocatedCBOR)] {
        guard case .map(let entries) = content else { return [] }
        return entries
    }

    /// The items of an array; empty for anything else.
    var items: [LocatedCBOR] {
        guard case .array(let items) = content else { return [] }
        return items
    }

    var isMap: Bool {
        guard case .map = content else { return false }
        return true
    }

    /// The first value for a key.
    subscript(key: CBOR) -> LocatedCBOR? { entries.first { $0.key.scalar == key }?.value }

    /// The faults of the item and of everything inside.
    var hasProblem: Bool {
        if problem != nil { return true }
        return switch content {
        case .array(let items): items.contains(where: \.hasProblem)
        case .map(let entries): entries.contains { $0.key.hasProblem || $0.value.hasProblem }
        case .tagged(_, let item): item.hasProblem
        case .scalar, .simple, .unreadable: false
        }
    }
}
