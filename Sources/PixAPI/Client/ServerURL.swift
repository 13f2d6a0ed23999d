import ToqueEncoding

/// The base of the provider's API: scheme, host, port and an optional path prefix.
public struct ServerURL: Sendable, Hashable, CustomStringConvertible {
    /// `http` or `https`.
    public let scheme: String
    public let authority: Authority
    /// Without a slash at the end.
    public let path: String

    /// Nil unless the text is `http` or `https`, a host, an optional port and path, and nothing else.
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

    /// True for this machine itself: requests to it never leave it.
    public var isLoopback: Bool { authority.isLoopback }

    public var description: String { "\(scheme)://\(authority)\(path)" }
}
