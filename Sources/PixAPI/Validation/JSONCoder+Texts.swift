import ToqueEncoding

extension JSONCoder {
    mutating func externalID(_ id: inout String?) {
        optional("external_id", &id, upTo: TextLimit.externalID, about: "The caller's own id")
    }

    mutating func email(_ name: String, _ email: inout String?) {
        member(
            name, &email, .optional, { .text(in: 0...TextLimit.email).with("format", "email") },
            expecting: String.expectation,
            read: { (reader) throws(JSONMemberError) in try reader.email() }, write: { $0.map(JSON.string) })
    }

    mutating func callbackURL(_ url: inout String?) {
        member(
            "callback_url", &url, .optional,
            {
                .url.with("maxLength", .int(EndpointURL.limit)).about("https, or http on the loopback interface")
            }, expecting: String.expectation,
            read: { (reader) throws(JSONMemberError) in try reader.callbackURL() }, write: { $0.map(JSON.string) })
    }
}

extension JSONReader {
    /// An `EndpointURL`; RFC 6749 section 3.1.2 asks for an absolute URL without a fragment, too.
    fileprivate func callbackURL() throws(JSONMemberError) -> String {
        let url = try string()
        if let problem = EndpointURL.problem(of: url) { throw mismatch(expected: problem.expectation) }
        return url
    }

    /// An email address, in the form that HTML's input fields take (WHATWG HTML section 4.10.5.1.5), with a dot in its
    /// domain.
    fileprivate func email() throws(JSONMemberError) -> String {
        let text = try text(in: 0...TextLimit.email)
        let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, parts[0].count <= 64, parts[0].allSatisfy(Self.isLocal),
            Self.isDomain(parts[1])
        else { throw mismatch(expected: "an email address, such as ana@loja.example") }
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
