import ToqueEncoding

/// An address besides the main one, such as that of pages for people.
public struct Listener: Sendable {
    public var host: String
    /// 0 takes a free one.
    public var port: Int
    /// Which of the provider's endpoints are served there.
    public var takes: @Sendable (Route) -> Bool

    public init(host: String = "127.0.0.1", port: Int = 0, takes: @escaping @Sendable (Route) -> Bool = { _ in true }) {
        self.host = host
        self.port = port
        self.takes = takes
    }
}

/// An address to listen on.
public struct ListenAddress: Sendable, Hashable, CustomStringConvertible {
    /// What a text of one looks like.
    public static let expected = "HOST:PORT such as 127.0.0.1:8420 or [::1]:0"

    /// A name, an IPv4 address, or an IPv6 address without brackets.
    public let host: String
    /// 0 for a free one.
    public let port: Int

    init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    /// - Parameter text: `HOST:PORT`, with an IPv6 address in brackets.
    /// - Returns: nil for any other text.
    public init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"), let port = Self.port(String(text[text.index(after: colon)...]))
        else { return nil }
        let host = text[..<colon]
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        guard !host.isEmpty, isBracketed || !host.contains(":"), !host.contains(where: \.isWhitespace) else {
            return nil
        }
        self.init(host: isBracketed ? String(host.dropFirst().dropLast()) : String(host), port: port)
    }

    /// - Returns: nil for a text that is no number of 0 to 65535.
    public static func port(_ text: String) -> Int? { Int(text).flatMap { (0...65_535).contains($0) ? $0 : nil } }

    /// `127.0.0.1:8080` or `[::1]:8080`, as it stands in a URL.
    public var description: String { "\(Authority.bracketed(host)):\(port)" }
}
