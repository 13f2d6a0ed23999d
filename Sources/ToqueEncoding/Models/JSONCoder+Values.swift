extension JSONCoder {
    /// - Parameter schema: what the document says of it besides its type.
    @discardableResult
    package mutating func required<Value: JSONValue>(
        _ name: String, _ value: inout Value, _ schema: @autoclosure () -> JSONSchema = Value.schema
    ) -> Bool {
        member(
            name, &value, .required, schema, expecting: Value.expectation,
            read: { (reader) throws(JSONMemberError) in try Value.read(reader) }, write: { $0.json })
    }

    /// One that has nothing only until it is read.
    package mutating func required<Value: JSONValue>(
        _ name: String, _ value: inout Value?, _ schema: @autoclosure () -> JSONSchema = Value.schema
    ) -> Bool { maybe(name, &value, .required, schema) }

    package mutating func expected<Value: JSONValue>(
        _ name: String, _ value: inout Value, _ schema: @autoclosure () -> JSONSchema = Value.schema
    ) {
        member(
            name, &value, .expected, schema, expecting: Value.expectation,
            read: { (reader) throws(JSONMemberError) in try Value.read(reader) }, write: { $0.json })
    }

    package mutating func expected<Value: JSONValue>(
        _ name: String, _ value: inout Value?, _ schema: @autoclosure () -> JSONSchema = Value.schema
    ) { maybe(name, &value, .expected, schema) }

    package mutating func nullable<Value: JSONValue>(
        _ name: String, _ value: inout Value?, _ schema: @autoclosure () -> JSONSchema = Value.schema
    ) { maybe(name, &value, .nullable, schema) }

    /// A member that is always written, and stays as it is where it is not sent.
    package mutating func optional<Value: JSONValue>(
        _ name: String, _ value: inout Value, _ schema: @autoclosure () -> JSONSchema = Value.schema
    ) {
        member(
            name, &value, .optional, schema, expecting: Value.expectation,
            read: { (reader) throws(JSONMemberError) in try Value.read(reader) }, write: { $0.json })
    }

    package mutating func optional<Value: JSONValue>(
        _ name: String, _ value: inout Value?, _ schema: @autoclosure () -> JSONSchema = Value.schema
    ) { maybe(name, &value, .optional, schema) }

    @discardableResult
    private mutating func maybe<Value: JSONValue>(
        _ name: String, _ value: inout Value?, _ presence: Presence, _ schema: () -> JSONSchema
    ) -> Bool {
        member(
            name, &value, presence, schema, expecting: Value.expectation,
            read: { (reader) throws(JSONMemberError) in try Value.read(reader) }, write: { $0?.json })
    }

    // MARK: Texts

    /// A UUID, which is written in lower case; in an answer any text passes.
    package mutating func id(
        _ name: String, _ value: inout String, _ schema: @autoclosure () -> JSONSchema = .uuid
    ) {
        guard isRequest else { return _ = required(name, &value, schema()) }
        member(
            name, &value, .required, schema, expecting: UUIDSyntax.expectation,
            read: { (reader) throws(JSONMemberError) in try reader.uuid() }, write: { .string($0) })
    }

    /// A text of 1 to `limit` characters.
    @discardableResult
    package mutating func required(
        _ name: String, _ value: inout String, upTo limit: Int, about sentence: String? = nil
    ) -> Bool {
        member(
            name, &value, .required, { .text(in: 1...limit, about: sentence) }, expecting: String.expectation,
            read: { (reader) throws(JSONMemberError) in try reader.text(in: 1...limit) }, write: { .string($0) })
    }

    /// A text of at most `limit` characters.
    package mutating func optional(
        _ name: String, _ value: inout String?, upTo limit: Int, about sentence: String? = nil
    ) {
        member(
            name, &value, .optional, { .text(in: 0...limit, about: sentence) }, expecting: String.expectation,
            read: { (reader) throws(JSONMemberError) in try reader.text(in: 0...limit) },
            write: { $0.map(JSON.string) })
    }

    // MARK: Bytes

    /// Bytes in base64url; in a request, because the world's own examples have them, with padding and in the standard
    /// alphabet too.
    package mutating func bytes(_ name: String, _ value: inout [UInt8]) {
        let isRequest = isRequest
        member(
            name, &value, .required, { isRequest ? .binary : .base64URL }, expecting: "base64url",
            read: { (reader) throws(JSONMemberError) in
                try isRequest ? reader.tolerantBase64URL() : reader.base64URL()
            }, write: { .base64URL($0) })
    }
}

extension JSONReader {
    /// A UUID in lower case.
    package func uuid() throws(JSONMemberError) -> String {
        guard let uuid = UUIDSyntax.canonical(try string()) else { throw mismatch(expected: UUIDSyntax.expectation) }
        return uuid
    }

    /// Without control characters: they break logs, statements and, in the case of NUL, other people's databases.
    package func text(in bounds: ClosedRange<Int>) throws(JSONMemberError) -> String {
        let text = try string()
        if let control = text.unicodeScalars.first(where: { $0.isControl }) {
            throw JSONMemberError(
                path: path, found: "the control character U+\(String(control.value, radix: 16, uppercase: true))",
                expected: "a text without control characters")
        }
        let count = text.unicodeScalars.count
        guard bounds.contains(count) else {
            throw JSONMemberError(
                path: path, found: "a text of \(count) characters",
                expected: bounds.lowerBound == 0
                    ? "at most \(bounds.upperBound) characters" : "1 to \(bounds.upperBound) characters")
        }
        return text
    }

    /// Binary: base64url, with or without padding, or base64.
    package func tolerantBase64URL() throws(JSONMemberError) -> [UInt8] {
        guard let (bytes, _) = Base64URL.decodeTolerant(try string()) else {
            throw base64URLMismatch(expected: "base64url")
        }
        return bytes
    }
}
