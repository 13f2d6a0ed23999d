import ToqueCBOR
import ToqueEncoding

/// An item of CBOR and where it stands.
struct LocatedCBOR {
    let item: CBOR
    let range: Range<Int>
    private let bytes: [UInt8]

    /// The first item of the bytes from `start` on.
    init(_ bytes: [UInt8], from start: Int = 0, rules: CBOR.DecodingRules = .wellFormed) throws(CBORError) {
        let (item, end) = try CBOR.decodePrefix(bytes[start...], rules: rules)
        self.item = item
        range = start..<end
        self.bytes = bytes
    }

    /// The range of a byte string's content, without its head.
    var contentRange: Range<Int> { range.upperBound - (item.bytesValue?.count ?? 0)..<range.upperBound }

    /// The items inside an array, or the keys and values of a map by turns.
    var inner: [LocatedCBOR] {
        let count =
            switch item {
            case .array(let items): items.count
            case .map(let map): map.count * 2
            default: 0
            }
        var items: [LocatedCBOR] = []
        var position = range.lowerBound + headLength
        while items.count < count, let next = try? LocatedCBOR(bytes, from: position) {
            items.append(next)
            position = next.range.upperBound
        }
        return items
    }

    /// The entries of a map.
    var entries: [(key: LocatedCBOR, value: LocatedCBOR)] {
        guard case .map = item else { return [] }
        let items = inner
        return stride(from: 0, to: items.count - 1, by: 2).map { (items[$0], items[$0 + 1]) }
    }

    /// RFC 8949 section 3: the low five bits say how many bytes of the count follow.
    private var headLength: Int {
        switch bytes[range.lowerBound] & 31 {
        case 24: 2
        case 25: 3
        case 26: 5
        case 27: 9
        default: 1
        }
    }
}

extension InspectionNode {
    /// Any item: its value, or its members as children.
    init(_ label: String, _ located: LocatedCBOR) {
        self.init(label, range: located.range)
        switch located.item {
        case .array(let items):
            value = items.isEmpty ? "empty" : nil
            children = located.inner.enumerated().map { InspectionNode("[\($0)]", $1) }
        case .map(let map):
            value = map.isEmpty ? "empty" : nil
            children = located.entries.map { key, value in
                InspectionNode(key.item.textValue ?? Self.describe(key.item), value)
            }
        default: value = Self.describe(located.item)
        }
    }

    /// A scalar in words.
    static func describe(_ item: CBOR) -> String {
        switch item {
        case .unsigned(let number): String(number)
        // -1 - n, which no integer type holds for the largest n.
        case .negative(.max): "-18446744073709551616"
        case .negative(let number): "-\(number + 1)"
        case .bytes(let bytes): describe(bytes)
        case .text(let text): text
        case .bool(let value): value ? "true" : "false"
        case .float(let number): String(number)
        case .double(let number): String(number)
        case .array, .map, .null, .undefined, .half: item.kind
        }
    }
}
