import ToqueEncoding

extension JSONReader {
    /// An object, whose members are read next.
    func nested(_ name: String) throws(JSONMemberError) -> JSONReader {
        let reader = try member(name, expected: "an object")
        _ = try reader.object()
        return reader
    }

    /// A text of 1 to `limit` characters.
    func text(_ name: String, limit: Int) throws(JSONMemberError) -> String {
        try member(name, expected: "a string").text(in: 1...limit)
    }

    /// A text of at most `limit` characters; nil where the member is absent or null.
    func optionalText(_ name: String, limit: Int) throws(JSONMemberError) -> String? {
        try optional(name)?.text(in: 0...limit)
    }

    /// Without control characters: they break logs, statements and, in the case of NUL, other people's databases.
    private func text(in bounds: ClosedRange<Int>) throws(JSONMemberError) -> String {
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

    /// A UUID in lower case.
    func uuid(_ name: String) throws(JSONMemberError) -> String {
        try member(name, expected: UUIDSyntax.expectation).uuid()
    }

    func uuid() throws(JSONMemberError) -> String {
        guard let uuid = UUIDSyntax.canonical(try string()) else { throw mismatch(expected: UUIDSyntax.expectation) }
        return uuid
    }

    /// An email address, in the form that HTML's input fields take (WHATWG HTML section 4.10.5.1.5), with a dot in its
    /// domain.
    func optionalEmail(_ name: String) throws(JSONMemberError) -> String? {
        guard let text = try optionalText(name, limit: TextLimit.email) else { return nil }
        let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, parts[0].count <= 64, parts[0].allSatisfy(Self.isLocal),
            Self.isDomain(parts[1])
        else { throw try member(name).mismatch(expected: "an email address, such as ana@loja.example") }
        return text
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }

    private static func isLocal(_ byte: UInt8) -> Bool {
        isAlphanumeric(byte) || ".!#$%&'*+/=?^_`{|}~-".utf8.contains(byte)
    }

    private static func isDomain(_ domain: Substring.UTF8View) -> Bool {
        let labels = domain.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let hyphen = UInt8(ascii: "-")
        return labels.count > 1
            && labels.allSatisfy { label in
                (1...63).contains(label.count) && label.first != hyphen && label.last != hyphen
                    && label.allSatisfy { isAlphanumeric($0) || $0 == hyphen }
            }
    }
}
