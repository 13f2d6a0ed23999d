/// `HOST:PORT`, with an IPv6 address in brackets.
struct ListenAddress: Hashable {
    static let expected = "HOST:PORT such as 127.0.0.1:8420 or [::1]:0"

    /// Without brackets.
    let host: String
    let port: Int

    init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"), let port = Self.port(String(text[text.index(after: colon)...]))
        else {
            return nil
        }
        let host = text[..<colon]
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        guard !host.isEmpty, isBracketed || !host.contains(":"), !host.contains(where: \.isWhitespace) else {
            return nil
        }
        self.host = isBracketed ? String(host.dropFirst().dropLast()) : String(host)
        self.port = port
    }

    /// 0 to 65535.
    static func port(_ text: String) -> Int? { Int(text).flatMap { (0...65_535).contains($0) ? $0 : nil } }
}
