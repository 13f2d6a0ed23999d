/// A member that is missing or invalid: where it is, what was found and what was expected.
public struct JSONMemberError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The path of the member, such as `pubKeyCredParams[0].alg`; empty for the whole value.
    public let path: String
    public let found: String
    public let expected: String

    public init(path: String, found: String, expected: String) {
        self.path = path
        self.found = found
        self.expected = expected
    }

    /// The same error with a prefix before its path.
    func within(_ outer: String) -> JSONMemberError {
        let point = outer.isEmpty || path.isEmpty || path.hasPrefix("[") ? "" : "."
        return JSONMemberError(path: "\(outer)\(point)\(path)", found: found, expected: expected)
    }

    public var description: String { "\(path.isEmpty ? "JSON" : path): found \(found), expected \(expected)" }
}

/// A JSON value with its path: typed reading whose errors name the member.
public struct JSONReader: Sendable {
    public let value: JSON
    public let path: String

    public init(_ value: JSON, path: String = "") {
        self.value = value
        self.path = path
    }

    /// The error for this value. Texts are shortened and escaped, so that an error fits one line.
    public func mismatch(expected: String) -> JSONMemberError {
        JSONMemberError(path: path, found: Self.summary(of: value), expected: expected)
    }

    static func summary(of value: JSON) -> String {
        switch value {
        case .string(let text): text.quoted
        case .number(let number): "the number \(number.text.prefix(40))"
        case .bool(let value): value ? "true" : "false"
        case .null, .array, .object: value.kind
        }
    }

    /// The path of a member.
    public func path(of name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

    /// The member. Throws if it is absent or null.
    public func member(_ name: String, expected: String = "a value") throws(JSONMemberError) -> JSONReader {
        guard let reader = try optional(name) else {
            let found = try object()[name] == nil ? "nothing" : "null"
            throw JSONMemberError(path: path(of: name), found: found, expected: expected)
        }
        return reader
    }

    /// The member, or nil if it is absent or null.
    public func optional(_ name: String) throws(JSONMemberError) -> JSONReader? {
        guard let value = try object()[name], !value.isNull else { return nil }
        return JSONReader(value, path: path(of: name))
    }

    public func object() throws(JSONMemberError) -> JSONObject {
        guard case .object(let object) = value else { throw mismatch(expected: "an object") }
        return object
    }

    public func elements() throws(JSONMemberError) -> [JSONReader] {
        try map { (element) throws(JSONMemberError) in element }
    }

    public func string() throws(JSONMemberError) -> String {
        guard case .string(let text) = value else { throw mismatch(expected: "a string") }
        return text
    }

    public func bool() throws(JSONMemberError) -> Bool {
        guard case .bool(let value) = value else { throw mismatch(expected: "true or false") }
        return value
    }

    public func int() throws(JSONMemberError) -> Int {
        guard case .number(let number) = value, let int = number.int else { throw mismatch(expected: "an integer") }
        return int
    }

    package func int(in range: ClosedRange<Int>) throws(JSONMemberError) -> Int {
        let value = try int()
        guard range.contains(value) else {
            throw mismatch(
                expected: range.upperBound == .max
                    ? "an integer of \(range.lowerBound) or more"
                    : "an integer from \(range.lowerBound) to \(range.upperBound)")
        }
        return value
    }

    public func double() throws(JSONMemberError) -> Double {
        guard case .number(let number) = value, let double = number.double else {
            throw mismatch(expected: "a number")
        }
        return double
    }

    /// Strict base64url without padding.
    public func base64URL() throws(JSONMemberError) -> [UInt8] {
        guard let bytes = Base64URL.decode(try string()) else {
            throw base64URLMismatch(expected: "base64url without padding")
        }
        return bytes
    }

    /// The error for text that is not base64url.
    /// - Parameter expected: the expectation to report, unless the only fault is bits beyond the last byte, which the
    ///   error then reports.
    public func base64URLMismatch(expected: String) -> JSONMemberError {
        guard case .string(let text) = value, let position = Base64URL.strayBits(in: text) else {
            return mismatch(expected: expected)
        }
        return JSONMemberError(
            path: path, found: "\(text.quoted), whose character \(position) sets bits beyond the last byte",
            expected: "base64url with those bits zero")
    }

    /// Reads the elements of an array with the body, one at a time: readers of all elements, each with its path, would
    /// take many times the memory of the text.
    public func map<Value>(
        _ read: (JSONReader) throws(JSONMemberError) -> Value
    ) throws(JSONMemberError) -> [Value] {
        guard case .array(let elements) = value else { throw mismatch(expected: "an array") }
        var values: [Value] = []
        for (index, element) in elements.enumerated() {
            values.append(try read(JSONReader(element, path: "\(path)[\(index)]")))
        }
        return values
    }

    public func strings() throws(JSONMemberError) -> [String] {
        try map { (element) throws(JSONMemberError) in try element.string() }
    }

    /// One of the type's texts. Any other text is an error that lists them.
    public func choice<Value: RawRepresentable<String> & CaseIterable>(
        of type: Value.Type = Value.self
    ) throws(JSONMemberError) -> Value {
        let text = try string()
        guard let value = Value.allCases.first(where: { $0.rawValue.isIdentical(to: text) }) else {
            throw mismatch(expected: Value.allCases.map(\.rawValue).joined(separator: " or "))
        }
        return value
    }

    /// The members other than these, in order, with their names escaped in the paths.
    public func members(besides known: some Sequence<String>) throws(JSONMemberError) -> some Collection<JSONReader> {
        try object().members.lazy.filter { !known.contains(where: $0.name.isIdentical) }.map { name, value in
            JSONReader(value, path: path(of: name.escaped))
        }
    }

    /// Throws an error for the first member other than these.
    public func expectNoMembers(besides known: Set<String>) throws(JSONMemberError) {
        guard let unknown = try members(besides: known).first else { return }
        throw JSONMemberError(path: unknown.path, found: unknown.value.kind, expected: "no member of this name")
    }
}
