import ToqueEncoding

/// An additional address to listen on, such as for pages shown to people.
public struct Listener: Sendable {
    public var host: String
    /// 0 picks a free port.
    public var port: Int
    /// Selects the provider's endpoints served there.
    public var takes: @Sendable (Route) -> Bool

    public init(host: String = "127.0.0.1", port: Int = 0, takes: @escaping @Sendable (Route) -> Bool = { _ in true }) {
        self.host = host
        self.port = port
        self.takes = takes
    }
}

/// An address to listen on.
public struct ListenAddress: Sendable, Hashable, CustomStringConvertible {
    /// The form of an address, for errors.
    public static let expected = "HOST:PORT such as 127.0.0.1:8420 or [::1]:0"

    /// A host name, an IPv4 address, or an IPv6 address without brackets.
    public let host: String
    /// 0 picks a free port.
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

    /// - Returns: nil unless the text is a number from 0 to 65535.
    public static func port(_ text: String) -> Int? { Int(text).flatMap { (0...65_535).contains($0) ? $0 : nil } }

    /// `127.0.0.1:8080` or `[::1]:8080`, as in a URL.
    public var description: String { "\(Authority.bracketed(host)):\(port)" }
}
