import ToqueEncoding

/// The base of a server's API: scheme, host, port and an optional path prefix.
public struct ServerURL: Sendable, Hashable, CustomStringConvertible {
    /// `http` or `https`.
    public let scheme: String
    public let authority: Authority
    /// Without a trailing slash.
    public let path: String

    /// nil unless the text is `http` or `https`, a host, an optional port and path, and nothing else.
    public init?(_ text: String) {
        guard let separator = text.firstRange(of: "://") else { return nil }
        scheme = text[..<separator.lowerBound].lowercased()
        guard scheme == "http" || scheme == "https" else { return nil }
        let rest = text[separator.upperBound...]
        guard rest.utf8.allSatisfy(\.isVisibleASCII), !rest.contains(where: { "?#@\\".contains($0) }),
            let authority = Authority(rest.prefix { $0 != "/" })
        else { return nil }
        self.authority = authority
        var path = rest.drop { $0 != "/" }
        while path.last == "/" { path.removeLast() }
        self.path = String(path)
    }

    /// True for this machine: requests to it never leave it.
    public var isLoopback: Bool { authority.isLoopback }

    /// Splits a URL into its server and the request's path; the fragment is dropped.
    /// - Returns: nil for text that is not an `http` or `https` URL.
    public static func locate(_ url: String) -> (server: ServerURL, path: String)? {
        let url = url.prefix { $0 != "#" }
        guard let separator = url.firstRange(of: "://") else { return nil }
        let end = url[separator.upperBound...].firstIndex { "/?".contains($0) } ?? url.endIndex
        let path = url[end...]
        guard path.utf8.allSatisfy(\.isVisibleASCII), let server = ServerURL(String(url[..<end])) else { return nil }
        return (server, path.hasPrefix("/") ? String(path) : "/\(path)")
    }

    public var description: String { "\(scheme)://\(authority)\(path)" }
}
