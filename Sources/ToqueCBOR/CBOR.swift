/// A CBOR data item (RFC 8949) of the subset that CTAP2 and WebAuthn use: no tags, no indefinite lengths.
public enum CBOR: Sendable, Hashable {
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
    /// The bits of a half-precision number: no Swift type on this platform computes with them.
    case half(UInt16)
    case float(Float)
    case double(Double)

    /// An integer of either sign.
    public static func int(_ value: Int) -> CBOR {
        value >= 0 ? .unsigned(UInt64(value)) : .negative(UInt64(-1 - value))
    }

    /// The integer, if the item is one that fits.
    public var intValue: Int? {
        switch self {
        case .unsigned(let value): Int(exactly: value)
        case .negative(let value): Int(exactly: value).map { -1 - $0 }
        case .bytes, .text, .array, .map, .bool, .null, .undefined, .half, .float, .double: nil
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

    /// Items are equal if their encodings are: texts by their bytes, because Swift considers the Kelvin sign U+212A
    /// equal to the letter K, and floating-point numbers by their bits, so that NaN equals itself.
    public static func == (left: CBOR, right: CBOR) -> Bool {
        switch (left, right) {
        case (.unsigned(let left), .unsigned(let right)), (.negative(let left), .negative(let right)): left == right
        case (.bytes(let left), .bytes(let right)): left == right
        case (.text(let left), .text(let right)):
            left.utf8.count == right.utf8.count && left.utf8.elementsEqual(right.utf8)
        case (.array(let left), .array(let right)): left == right
        case (.map(let left), .map(let right)): left == right
        case (.bool(let left), .bool(let right)): left == right
        case (.null, .null), (.undefined, .undefined): true
        case (.half(let left), .half(let right)): left == right
        case (.float(let left), .float(let right)): left.bitPattern == right.bitPattern
        case (.double(let left), .double(let right)): left.bitPattern == right.bitPattern
        default: false
        }
    }

    /// Hashes the encoding, consistent with equality: Swift's own hash is the same for canonically equivalent texts, so
    /// that an attacker could fill a map with keys of one hash. Maps used as keys hash their values too.
    public func hash(into hasher: inout Hasher) { hasher.combine(encoded) }

    /// The kind of item, for error messages.
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
