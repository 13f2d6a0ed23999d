import ToqueEncoding

/// Where the bank may send the account holder back to.
enum CallbackURL {
    /// Plain HTTP stays on the machine.
    private static let loopbackHosts = ["localhost", "127.0.0.1", "[::1]"]

    /// What is wrong with the URL; nil for one that may be used.
    static func problem(_ url: String) -> String? {
        guard url.utf8.count <= 2048, url.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return "Expected at most 2048 printable ASCII characters without spaces."
        }
        guard !url.contains("#") else { return "A callback URL has no fragment (RFC 6749 section 3.1.2)." }
        guard let scheme = url.range(of: "://") else { return "Expected an https URL." }
        let authority = url[scheme.upperBound...].prefix { !"/?\\".contains($0) }
        guard !authority.isEmpty, !authority.contains("@") else { return "Expected a host and no user information." }
        switch url[..<scheme.lowerBound].lowercased() {
        case "https": return nil
        case "http":
            let host = authority.hasPrefix("[") ? authority.prefix { $0 != "]" } + "]" : authority.prefix { $0 != ":" }
            return loopbackHosts.contains(host.lowercased())
                ? nil : "Expected https; http is for localhost, 127.0.0.1 and [::1]."
        default: return "Expected an https URL, or http on the loopback interface."
        }
    }

    /// The URL with parameters added to its query.
    static func adding(_ parameters: [(name: String, value: String)], to url: String) -> String {
        "\(url)\(url.contains("?") ? "&" : "?")\(FormURLEncoding.encode(parameters))"
    }
}
