/// A JSON value (RFC 8259). Objects keep their order and numbers keep their text, so that an amount is never rounded
/// and a document can be written again unchanged.
public enum JSON: Sendable, Hashable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string(String)
    case array([JSON])
    case object(JSONObject)

    /// The kind of value, for error messages: `a string`, `null` ...
    public var kind: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }

    /// The member of an object; nil if it is absent or the value is not an object.
    public subscript(name: String) -> JSON? {
        guard case .object(let object) = self else { return nil }
        return object[name]
    }

    public var stringValue: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    public var boolValue: Bool? {
        guard case .bool(let value) = self else { return nil }
        return value
    }

    /// The number as an integer, if it has neither fraction nor exponent.
    public var intValue: Int? {
        guard case .number(let number) = self else { return nil }
        return number.int
    }

    public var arrayValue: [JSON]? {
        guard case .array(let values) = self else { return nil }
        return values
    }

    public var objectValue: JSONObject? {
        guard case .object(let object) = self else { return nil }
        return object
    }

    public var isNull: Bool { self == .null }

    /// Strings are equal if their code units are (RFC 8259 section 8.3). Swift's `==` is not enough for outside data:
    /// it considers the Kelvin sign U+212A equal to the letter K.
    public static func == (left: JSON, right: JSON) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.string(let left), .string(let right)): left.isIdentical(to: right)
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        default: false
        }
    }
}

extension String {
    /// Compares code units, not canonical equivalence.
    public func isIdentical(to other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        // Comparing bytes in memory is many times as fast as comparing two views.
        let isSame = utf8.withContiguousStorageIfAvailable { left in
            other.utf8.withContiguousStorageIfAvailable { right in
                left.indices.allSatisfy { left[$0] == right[$0] }
            }
        }
        return (isSame ?? nil) ?? utf8.elementsEqual(other.utf8)
    }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    public init(stringLiteral value: String) { self = .string(value) }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }
    public init(arrayLiteral elements: JSON...) { self = .array(elements) }
    public init(dictionaryLiteral elements: (String, JSON)...) {
        self = .object(JSONObject(elements))
    }

    public static func int(_ value: some BinaryInteger) -> JSON { .number(JSONNumber(value)) }
    /// The string, or null.
    public static func text(_ text: String?) -> JSON { text.map(JSON.string) ?? .null }
    /// The bytes as base64url.
    public static func base64URL(_ bytes: some Collection<UInt8>) -> JSON { .string(Base64URL.encode(bytes)) }
}
