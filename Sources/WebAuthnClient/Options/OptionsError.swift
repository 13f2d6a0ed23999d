import ToqueEncoding

/// Why options are invalid, in one line: where, what was found, what was expected.
public struct OptionsError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The member's path in the options, without any wrapper, such as `pubKeyCredParams[0].alg`; `options` for the
    /// whole text.
    public let path: String
    public let found: String
    public let expected: String

    public var description: String { "\(path): found \(found), expected \(expected)" }

    init(path: String, found: String, expected: String) {
        self.path = path
        self.found = found
        self.expected = expected
    }

    init(_ error: JSONMemberError) {
        self.init(path: error.path.isEmpty ? "options" : error.path, found: error.found, expected: error.expected)
    }

    init(_ error: JSONSyntaxError) {
        self.init(path: "options", found: "no JSON (\(error))", expected: "a JSON object")
    }
}
