import ToqueCBOR
import ToqueEncoding

/// An item of CBOR, where it stands and what is wrong with it. `CBOR` refuses bytes at the first fault; this shows all
/// of them, and what stands between.
struct LocatedCBOR {
    indirect enum Content {
        case scalar(CBOR)
        case array([LocatedCBOR])
        case map([(key: LocatedCBOR, value: LocatedCBOR)])
        case tagged(UInt64, LocatedCBOR)
        /// A simple value that has no meaning.
        case simple(UInt8)
        /// Nothing that can be read.
        case unreadable
    }

    let content: Content
    /// From the head to the end of all that is inside.
    let range: Range<Int>
    /// Where what follows the head begins.
    let contentStart: Int
    var problem: String?

    /// The item that begins at `start`, or as much of it as there is.
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

    /// The first value of a key.
    subscript(key: CBOR) -> LocatedCBOR? { entries.first { $0.key.scalar == key }?.value }

    /// What is wrong with the item or anything inside.
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
