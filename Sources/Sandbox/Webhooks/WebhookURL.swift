/// What may be the URL of a webhook's receiver.
enum WebhookURL {
    /// What is wrong with the URL and what would be right; nil for one that may be used.
    static func problem(_ url: String) -> String? {
        guard url.utf8.count <= 2048,
            url.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !#""<>\^`{|}"#.utf8.contains($0) })
        else { return "Expected at most 2048 characters of those that a URL has (RFC 3986 section 2)." }
        guard !url.contains("#") else { return "A fragment is never sent; leave out what begins with #." }
        guard let scheme = url.range(of: "://") else { return "Expected an absolute URL, such as https://HOST/PATH." }
        let authority = url[scheme.upperBound...].prefix { !"/?".contains($0) }
        guard !authority.contains("@") else {
            return "Expected no user information; give the receiver's secret as the token."
        }
        guard let host = host(authority) else { return "Expected a host, with or without a port." }
        switch url[..<scheme.lowerBound].lowercased() {
        case "https": return nil
        case "http":
            return isLoopback(host)
                ? nil : "Expected https; http is for this machine alone: localhost, 127.0.0.0/8 and [::1]."
        default: return "Expected an https URL, or http on the loopback interface."
        }
    }

    private static func isLoopback(_ host: Substring) -> Bool {
        if host.lowercased() == "localhost" || host == "[::1]" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }

    /// The host of `HOST` or `HOST:PORT`; nil where there is none or something else follows it.
    private static func host(_ authority: Substring) -> Substring? {
        let end = authority.hasPrefix("[") ? authority.firstIndex(of: "]").map(authority.index(after:)) : nil
        let host = authority[..<(end ?? authority.firstIndex(of: ":") ?? authority.endIndex)]
        let rest = authority[host.endIndex...]
        let port = rest.dropFirst()
        let isPort =
            rest.hasPrefix(":") && port.utf8.allSatisfy { (0x30...0x39).contains($0) } && (UInt16(port) ?? 0) > 0
        return !host.isEmpty && (rest.isEmpty || isPort) ? host : nil
    }
}
