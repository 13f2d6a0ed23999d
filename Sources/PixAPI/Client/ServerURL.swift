/// The base of the provider's API: scheme, host, port and an optional path prefix.
public struct ServerURL: Sendable, Hashable, CustomStringConvertible {
    public let scheme: String
    public let host: String
    public let port: Int?
    /// Without a slash at the end.
    public let path: String

    /// Nil unless the text is `http` or `https`, a host, an optional port and path, and nothing else.
    public init?(_ text: String) {
        guard let separator = text.range(of: "://") else { return nil }
        scheme = text[..<separator.lowerBound].lowercased()
        guard scheme == "http" || scheme == "https" else { return nil }
        let rest = text[separator.upperBound...]
        guard rest.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), !rest.contains(where: { "?#@\\".contains($0) }) else {
            return nil
        }
        let authority = rest.prefix { $0 != "/" }
        var path = rest.dropFirst(authority.count)
        while path.last == "/" { path.removeLast() }
        self.path = String(path)
        let portText: Substring?
        if authority.hasPrefix("[") {
            guard let end = authority.firstIndex(of: "]") else { return nil }
            host = String(authority[...end])
            let after = authority[authority.index(after: end)...]
            guard after.isEmpty || after.hasPrefix(":") else { return nil }
            portText = after.isEmpty ? nil : after.dropFirst()
        } else {
            let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
            guard let first = parts.first, !first.isEmpty, parts.count <= 2 else { return nil }
            host = String(first)
            portText = parts.count == 2 ? parts[1] : nil
        }
        if let portText {
            guard let number = Int(portText), (1...65_535).contains(number) else { return nil }
            port = number
        } else {
            port = nil
        }
    }

    /// True for this machine itself: requests to it never leave it.
    public var isLoopback: Bool {
        if host == "localhost" || host == "[::1]" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }

    public var description: String { "\(scheme)://\(host)\(port.map { ":\($0)" } ?? "")\(path)" }
}

extension StringProtocol {
    /// The first place of the text; Foundation's method of this name is not wanted for it.
    func range(of text: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
            start = index(after: start)
        }
        return nil
    }
}
