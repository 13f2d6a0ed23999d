/// A type that the value of a member can have.
package protocol JSONValue: Sendable {
    static func read(_ reader: JSONReader) throws(JSONMemberError) -> Self
    var json: JSON { get }
    static var schema: JSONSchema { get }
    /// How an error about its absence describes it.
    static var expectation: String { get }
}

extension JSONValue where Self: JSONModel {
    package static func read(_ reader: JSONReader) throws(JSONMemberError) -> Self { try Self(reader) }
    package static var schema: JSONSchema { .freeObject }
    package static var expectation: String { "an object" }
}

/// Writes nil as null.
extension Optional: JSONValue where Wrapped: JSONValue {
    package static func read(_ reader: JSONReader) throws(JSONMemberError) -> Wrapped? { try Wrapped.read(reader) }
    package var json: JSON { self?.json ?? .null }
    package static var schema: JSONSchema { Wrapped.schema }
    package static var expectation: String { Wrapped.expectation }
}

/// One of several strings.
package protocol JSONChoice: JSONValue, CaseIterable, RawRepresentable<String> {}

extension JSONChoice {
    package static func read(_ reader: JSONReader) throws(JSONMemberError) -> Self { try reader.choice() }
    package var json: JSON { .string(rawValue) }
    package static var schema: JSONSchema { .choice(Self.self) }
    package static var expectation: String { allCases.map(\.rawValue).joined(separator: " or ") }
}

extension String: JSONValue {
    package static func read(_ reader: JSONReader) throws(JSONMemberError) -> String { try reader.string() }
    package var json: JSON { .string(self) }
    package static var schema: JSONSchema { .text }
    package static var expectation: String { "a string" }
}

extension Bool: JSONValue {
    package static func read(_ reader: JSONReader) throws(JSONMemberError) -> Bool { try reader.bool() }
    package var json: JSON { .bool(self) }
    package static var schema: JSONSchema { .boolean }
    package static var expectation: String { "true or false" }
}

extension Int: JSONValue {
    package static func read(_ reader: JSONReader) throws(JSONMemberError) -> Int { try reader.int() }
    package var json: JSON { .int(self) }
    package static var schema: JSONSchema { JSONSchema(["type": "integer"]) }
    package static var expectation: String { "an integer" }
}

extension Timestamp: JSONValue {
    package static let expectation = "an ISO 8601 date and time"
    package static func read(_ reader: JSONReader) throws(JSONMemberError) -> Timestamp {
        guard let timestamp = Timestamp(try reader.string()) else { throw reader.mismatch(expected: expectation) }
        return timestamp
    }
    package var json: JSON { .string(description) }
    package static var schema: JSONSchema { .timestamp }
}

/// Any JSON.
extension JSON: JSONValue {
    package static func read(_ reader: JSONReader) -> JSON { reader.value }
    package var json: JSON { self }
    package static var schema: JSONSchema { JSONSchema([:]) }
    package static var expectation: String { "a value" }
}

/// An object whose members are not checked.
extension JSONObject: JSONValue {
    package static func read(_ reader: JSONReader) throws(JSONMemberError) -> JSONObject { try reader.object() }
    package var json: JSON { .object(self) }
    package static var schema: JSONSchema { .freeObject }
    package static var expectation: String { "an object" }
}

extension Array: JSONValue where Element: JSONValue {
    package static func read(_ reader: JSONReader) throws(JSONMemberError) -> [Element] {
        try reader.map { (element) throws(JSONMemberError) in try Element.read(element) }
    }
    package var json: JSON { .array(map { $0.json }) }
    package static var schema: JSONSchema { .array(of: Element.schema) }
    package static var expectation: String { "an array" }
}

/// An object of named values, written in the order of the names.
extension Dictionary: JSONValue where Key == String, Value: JSONValue {
    package static func read(_ reader: JSONReader) throws(JSONMemberError) -> [String: Value] {
        var values: [String: Value] = [:]
        for name in try reader.object().names {
            values[name] = try Value.read(reader.member(name, expected: Value.expectation))
        }
        return values
    }
    package var json: JSON {
        var object = JSONObject()
        for (name, value) in sorted(by: { $0.key < $1.key }) { object[name] = value.json }
        return .object(object)
    }
    package static var schema: JSONSchema { .freeObject.with("additionalProperties", Value.schema.json) }
    package static var expectation: String { "an object" }
}
