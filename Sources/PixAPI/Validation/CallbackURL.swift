import ToqueEncoding

/// Where the bank may send the account holder back to.
public enum CallbackURL {
    /// Plain HTTP stays on the machine.
    private static let loopbackHosts = ["localhost", "127.0.0.1", "[::1]"]

    /// What is expected in the URL's place; nil for one that may be used.
    public static func expectation(for url: String) -> String? {
        // A browser takes a backslash for a slash, other clients take it for a part of the host.
        guard url.utf8.count <= TextLimit.url,
            url.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !#""<>\^`{|}"#.utf8.contains($0) })
        else { return "at most \(TextLimit.url) characters of those that a URL has (RFC 3986 section 2)" }
        guard !url.contains("#") else { return "a URL without a fragment (RFC 6749 section 3.1.2)" }
        guard let scheme = url.range(of: "://") else { return "an https URL" }
        let authority = url[scheme.upperBound...].prefix { !"/?".contains($0) }
        guard !authority.contains("@"), let host = host(authority) else {
            return "a host, with or without a port, and no user information"
        }
        switch url[..<scheme.lowerBound].lowercased() {
        case "https": return nil
        case "http":
            return loopbackHosts.contains(host.lowercased())
                ? nil : "https; http is for localhost, 127.0.0.1 and [::1]"
        default: return "an https URL, or http on the loopback interface"
        }
    }

    /// The host of `HOST` or `HOST:PORT`; nil where there is none or something else follows it.
    private static func host(_ authority: Substring) -> Substring? {
        let end = authority.hasPrefix("[") ? authority.firstIndex(of: "]").map(authority.index(after:)) : nil
        let host = authority[..<(end ?? authority.firstIndex(of: ":") ?? authority.endIndex)]
        let rest = authority[host.endIndex...]
        let port = rest.dropFirst()
        let isPort = rest.hasPrefix(":") && port.utf8.allSatisfy { (0x30...0x39).contains($0) } && UInt16(port) != nil
        return !host.isEmpty && (rest.isEmpty || isPort) ? host : nil
    }

    /// The URL with parameters added to its query, or as its fragment.
    public static func adding(
        _ parameters: [(name: String, value: String)], to url: String, inFragment: Bool = false
    ) -> String {
        "\(url)\(inFragment ? "#" : url.contains("?") ? "&" : "?")\(FormURLEncoding.encode(parameters))"
    }
}

extension JSONReader {
    func optionalCallbackURL(_ name: String) throws(JSONMemberError) -> String? {
        guard let reader = try optional(name) else { return nil }
        let url = try reader.string()
        if let expected = CallbackURL.expectation(for: url) { throw reader.mismatch(expected: expected) }
        return url
    }
}
