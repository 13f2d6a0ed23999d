/// Members with one value each, with a schema that adds to the type's or without one. Each method exists twice because
/// a default argument would allocate its closure at every call.
extension JSONCoder {
    @discardableResult
    package mutating func required<Value: JSONValue>(_ name: String, _ value: inout Value) -> Bool {
        member(name, &value, .required, Value.schema)
    }

    @discardableResult
    package mutating func required<Value: JSONValue>(
        _ name: String, _ value: inout Value, _ schema: @autoclosure () -> JSONSchema
    ) -> Bool { member(name, &value, .required, schema()) }

    package mutating func expected<Value: JSONValue>(_ name: String, _ value: inout Value) {
        member(name, &value, .expected, Value.schema)
    }

    package mutating func expected<Value: JSONValue>(
        _ name: String, _ value: inout Value, _ schema: @autoclosure () -> JSONSchema
    ) { member(name, &value, .expected, schema()) }

    package mutating func nullable<Value: JSONValue>(_ name: String, _ value: inout Value?) {
        member(name, &value, .nullable, Value.schema)
    }

    package mutating func nullable<Value: JSONValue>(
        _ name: String, _ value: inout Value?, _ schema: @autoclosure () -> JSONSchema
    ) { member(name, &value, .nullable, schema()) }

    /// A value that cannot be nil is always written. If the member is missing, the value stays as it is.
    package mutating func optional<Value: JSONValue>(_ name: String, _ value: inout Value) {
        member(name, &value, .optional, Value.schema)
    }

    package mutating func optional<Value: JSONValue>(
        _ name: String, _ value: inout Value, _ schema: @autoclosure () -> JSONSchema
    ) { member(name, &value, .optional, schema()) }

    @discardableResult
    private mutating func member<Value: JSONValue>(
        _ name: String, _ value: inout Value, _ presence: Presence, _ schema: @autoclosure () -> JSONSchema
    ) -> Bool {
        member(
            name, &value, presence, schema, expecting: { Value.expectation },
            read: { (reader) throws(JSONMemberError) in try Value.read(reader) }, write: { $0.json })
    }

    // MARK: Integers

    /// An integer in a range.
    package mutating func required(_ name: String, _ number: inout Int, in range: ClosedRange<Int>) {
        member(
            name, &number, .required, { .integer(range) }, expecting: { Int.expectation },
            read: { (reader) throws(JSONMemberError) in try reader.int(in: range) }, write: { .int($0) })
    }

    /// An integer in a range.
    package mutating func optional(_ name: String, _ number: inout Int?, in range: ClosedRange<Int>) {
        member(
            name, &number, .optional, { .integer(range) }, expecting: { Int.expectation },
            read: { (reader) throws(JSONMemberError) in try reader.int(in: range) },
            write: { $0.map(JSON.int) ?? .null })
    }

    /// An integer of at least 0, omitted if it is 0.
    package mutating func unlessZero(_ name: String, _ number: inout Int, upTo limit: Int = .max) {
        member(
            name, &number, .optional, { .integer(0...limit) }, expecting: { Int.expectation },
            read: { (reader) throws(JSONMemberError) in try reader.int(in: 0...limit) },
            write: { $0 == 0 ? .null : .int($0) })
    }

    // MARK: Texts

    /// A UUID, written in lower case. In a response, any text passes.
    package mutating func id(_ name: String, _ value: inout String, about sentence: String? = nil) {
        let isRequest = isRequest
        member(
            name, &value, .required, { JSONSchema.uuid.about(sentence) },
            expecting: { isRequest ? UUIDSyntax.expectation : String.expectation },
            read: { (reader) throws(JSONMemberError) in try isRequest ? reader.uuid() : reader.string() },
            write: { .string($0) })
    }

    /// Text of 1 to `limit` characters.
    @discardableResult
    package mutating func required(
        _ name: String, _ value: inout String, upTo limit: Int, about sentence: String? = nil
    ) -> Bool {
        member(
            name, &value, .required, { JSONSchema.text(in: 1...limit).about(sentence) },
            expecting: { String.expectation },
            read: { (reader) throws(JSONMemberError) in try reader.text(in: 1...limit) }, write: { .string($0) })
    }

    /// Text of at most `limit` characters.
    package mutating func optional(
        _ name: String, _ value: inout String?, upTo limit: Int, about sentence: String? = nil
    ) {
        member(
            name, &value, .optional, { JSONSchema.text(in: 0...limit).about(sentence) },
            expecting: { String.expectation },
            read: { (reader) throws(JSONMemberError) in try reader.text(in: 0...limit) }, write: { .text($0) })
    }

    /// An email address of at most `limit` characters.
    package mutating func email(
        _ name: String, _ value: inout String?, upTo limit: Int = EmailAddress.limit, about sentence: String? = nil
    ) {
        member(
            name, &value, .optional,
            { JSONSchema.text(in: 0...limit).with("format", "email").about(sentence) },
            expecting: { String.expectation },
            read: { (reader) throws(JSONMemberError) in try reader.text(in: 0...limit) }, write: { .text($0) })
        check(name, value.map(EmailAddress.isValid) ?? true ? nil : EmailAddress.expectation)
    }

    // MARK: Bytes

    /// Bytes in base64url. Requests may also use padding and the standard alphabet, as published examples do. Optional
    /// bytes are written even if there are none.
    package mutating func bytes(
        _ name: String, _ value: inout [UInt8], _ presence: Presence = .required,
        about sentence: String? = nil
    ) {
        let isRequest = isRequest
        member(
            name, &value, presence, { (isRequest ? JSONSchema.binary : .base64URL).about(sentence) },
            expecting: { "base64url" },
            read: { (reader) throws(JSONMemberError) in
                try isRequest ? reader.tolerantBase64URL() : reader.base64URL()
            }, write: { .base64URL($0) })
    }

    /// Bytes in base64url.
    package mutating func optional(_ name: String, bytes value: inout [UInt8]?) {
        member(
            name, &value, .optional, { .base64URL }, expecting: { "base64url" },
            read: { (reader) throws(JSONMemberError) in try reader.base64URL() },
            write: { $0.map { .base64URL($0) } ?? .null })
    }
}

extension JSONReader {
    /// A UUID in lower case.
    package func uuid() throws(JSONMemberError) -> String {
        guard let uuid = UUIDSyntax.canonical(try string()) else { throw mismatch(expected: UUIDSyntax.expectation) }
        return uuid
    }

    /// No control characters: they break logs, statements and, in the case of NUL, other people's databases.
    package func text(in bounds: ClosedRange<Int>) throws(JSONMemberError) -> String {
        let text = try string()
        if let control = text.unicodeScalars.first(where: { $0.isControl }) {
            throw JSONMemberError(
                path: path, found: "the control character U+\(String(control.value, radix: 16, uppercase: true))",
                expected: "a string without control characters")
        }
        let count = text.unicodeScalars.count
        guard bounds.contains(count) else {
            throw JSONMemberError(
                path: path, found: "a string of \(count) characters",
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
