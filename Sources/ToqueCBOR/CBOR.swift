/// A CBOR data item (RFC 8949) of the subset that CTAP2 and WebAuthn use: no tags, no indefinite lengths.
public indirect enum CBOR: Sendable, Hashable {
    /// Major type 0.
    case unsigned(UInt64)
    /// Major type 1: the value is -1 - n.
    case negative(UInt64)
    case bytes([UInt8])
    case text(String)
    case array([CBOR])
    case map(CBORMap)
    case bool(Bool)
    case null
    case undefined
    /// The bits of a half, as no type of Swift's on this platform computes with them.
    case half(UInt16)
    case float(Float)
    case double(Double)

    /// An integer of either sign.
    public static func int(_ value: Int) -> CBOR {
        value >= 0 ? .unsigned(UInt64(value)) : .negative(UInt64(-1 - value))
    }

    /// The integer, where it is one that fits.
    public var intValue: Int? {
        switch self {
        case .unsigned(let value): Int(exactly: value)
        case .negative(let value): Int(exactly: value).map { -1 - $0 }
        default: nil
        }
    }

    public var bytesValue: [UInt8]? {
        guard case .bytes(let bytes) = self else { return nil }
        return bytes
    }

    public var textValue: String? {
        guard case .text(let text) = self else { return nil }
        return text
    }

    public var boolValue: Bool? {
        guard case .bool(let value) = self else { return nil }
        return value
    }

    public var arrayValue: [CBOR]? {
        guard case .array(let items) = self else { return nil }
        return items
    }

    public var mapValue: CBORMap? {
        guard case .map(let map) = self else { return nil }
        return map
    }

    /// What the item is, for error messages.
    public var kind: String {
        switch self {
        case .unsigned, .negative: "an integer"
        case .bytes: "a byte string"
        case .text: "a text string"
        case .array: "an array"
        case .map: "a map"
        case .bool: "a boolean"
        case .null: "null"
        case .undefined: "undefined"
        case .half, .float, .double: "a floating-point number"
        }
    }
}

extension CBOR: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    public init(integerLiteral value: Int) { self = .int(value) }
    public init(stringLiteral value: String) { self = .text(value) }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(arrayLiteral elements: CBOR...) { self = .array(elements) }
    public init(dictionaryLiteral elements: (CBOR, CBOR)...) { self = .map(CBORMap(elements)) }
}

/// The entries of a CBOR map in the order in which they stood or were added; the encoder sorts them.
public struct CBORMap: Sendable, Hashable, Sequence {
    public private(set) var entries: [(key: CBOR, value: CBOR)] = []

    public init() {}

    /// The last entry of a repeated key counts.
    public init(_ entries: [(CBOR, CBOR)]) {
        for (key, value) in entries { self[key] = value }
    }

    /// The decoder has looked for duplicates already.
    init(uniqueEntries entries: [(key: CBOR, value: CBOR)]) { self.entries = entries }

    public var count: Int { entries.count }
    public var isEmpty: Bool { entries.isEmpty }

    public subscript(key: CBOR) -> CBOR? {
        get { entries.first { $0.key == key }?.value }
        set {
            let index = entries.firstIndex { $0.key == key }
            switch (index, newValue) {
            case (let index?, let value?): entries[index].value = value
            case (let index?, nil): entries.remove(at: index)
            case (nil, let value?): entries.append((key, value))
            case (nil, nil): break
            }
        }
    }

    public func makeIterator() -> IndexingIterator<[(key: CBOR, value: CBOR)]> { entries.makeIterator() }

    public static func == (left: CBORMap, right: CBORMap) -> Bool {
        left.count == right.count && left.entries.allSatisfy { right[$0.key] == $0.value }
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(Set(entries.map(\.key))) }
}
