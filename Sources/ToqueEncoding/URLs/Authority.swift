import Glibc

/// The part of a URL, or of a `Host` header, that names the server (RFC 3986 section 3.2, without user information).
public struct Authority: Sendable, Hashable, CustomStringConvertible {
    /// The host in lower case, an IPv6 address without its brackets.
    public let host: String
    /// The port, 1 to 65535; nil for the scheme's default.
    public let port: UInt16?

    /// - Parameter text: `HOST` or `HOST:PORT`, an IPv6 address in brackets.
    /// - Returns: nil for any other text.
    public init?(_ text: some StringProtocol) {
        // By bytes: servers read one with each request.
        let bytes = Array(String(text).utf8)
        let isBracketed = bytes.first == UInt8(ascii: "[")
        let colon = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
        guard let end = isBracketed ? bytes.firstIndex(of: UInt8(ascii: "]")) : colon else { return nil }
        let name = bytes[(isBracketed ? 1 : 0)..<end]
        let rest = bytes[(isBracketed ? end + 1 : end)...]
        guard !name.isEmpty, isBracketed || name.allSatisfy(Self.isOfAName) else { return nil }
        let host = String(decoding: name, as: UTF8.self)
        guard !isBracketed || Self.address(host, AF_INET6, count: 16) != nil else { return nil }
        self.host = host.lowercased()
        if rest.isEmpty {
            port = nil
        } else {
            let digits = rest.dropFirst()
            guard rest.first == UInt8(ascii: ":"), digits.allSatisfy({ (0x30...0x39).contains($0) }),
                let number = UInt16(String(decoding: digits, as: UTF8.self)), number > 0
            else { return nil }
            port = number
        }
    }

    /// The authority of an `http` or `https` URL, or of an origin.
    /// - Returns: nil for any other text.
    public init?(ofURL url: String) {
        guard let scheme = ["http://", "https://"].first(where: url.lowercased().hasPrefix) else { return nil }
        self.init(url.dropFirst(scheme.count).prefix { !"/?#".contains($0) })
    }

    /// `localhost`, `127.0.0.1:8080` or `[::1]:8080`: the form in a URL.
    public var description: String { Self.bracketed(host) + (port.map { ":\($0)" } ?? "") }

    /// The form of a host in a URL: an IPv6 address in brackets (RFC 3986 section 3.2.2).
    /// - Parameter host: a name or an address, without brackets.
    public static func bracketed(_ host: String) -> String { host.contains(":") ? "[\(host)]" : host }

    /// True for this machine itself: data sent there never leaves it.
    public var isLoopback: Bool { Self.isLoopback(host) }

    /// True for names and addresses that lead to this machine, whatever resolves the name (RFC 6761 section 6.3, RFC
    /// 1122 section 3.2.1.3, RFC 4291 section 2.5.3).
    /// - Parameter host: a name or an address, without brackets.
    public static func isLoopback(_ host: String) -> Bool {
        host.lowercased() == "localhost" || address(host, AF_INET, count: 4)?.first == 127
            || address(host, AF_INET6, count: 16) == [UInt8](repeating: 0, count: 15) + [1]
    }

    /// The bytes of a numeric address.
    private static func address(_ text: String, _ family: Int32, count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        return inet_pton(family, text, &bytes) == 1 ? bytes : nil
    }

    /// Letters, digits and `-._` of RFC 3986's registered names. No server on the Internet has another name.
    private static func isOfAName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
