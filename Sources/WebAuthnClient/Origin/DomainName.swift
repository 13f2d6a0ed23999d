/// A domain in canonical form for comparing and hashing: ASCII, lower case, without a trailing dot.
public struct DomainName: Sendable, Hashable {
    /// Why text is not a domain, with the text to write instead.
    enum Fault: Error, CustomStringConvertible {
        case empty, upperCase, notASCII, trailingDot, address
        case malformed

        var description: String {
            switch self {
            case .empty: "the domain is empty"
            case .upperCase: "a domain is written in lower case here, as its bytes are hashed"
            case .notASCII: "an international domain is written in its ASCII form here (xn--...)"
            case .trailingDot: "a domain is written without a dot at its end here"
            case .address: "an IP address is not a domain; use localhost or a name"
            case .malformed: "no domain: letters, digits and hyphens between dots, 63 at most, 253 in all"
            }
        }
    }

    public let text: String

    init(_ text: String) throws(Fault) {
        guard !text.isEmpty else { throw .empty }
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else { throw .notASCII }
        guard !text.utf8.contains(where: { (0x41...0x5A).contains($0) }) else { throw .upperCase }
        guard !text.hasPrefix("[") else { throw .address }
        guard !text.hasSuffix(".") else { throw .trailingDot }
        let labels = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard text.utf8.count <= 253, labels.allSatisfy(Self.isLabel) else { throw .malformed }
        // The URL Standard's "ends in a number": such a host is an IPv4 address in one of its many spellings.
        guard let last = labels.last, !Self.isNumber(last) else { throw .address }
        self.text = text
    }

    /// True if the name can only mean this machine (Secure Contexts section 3.1).
    var isLocal: Bool { text == "localhost" || text.hasSuffix(".localhost") }

    /// Letters, digits, hyphens within, and the underscore, which URLs allow.
    private static func isLabel(_ label: Substring.UTF8View) -> Bool {
        (1...63).contains(label.count) && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
            && label.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                    UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }

    private static func isNumber(_ label: Substring.UTF8View) -> Bool {
        if label.starts(with: "0x".utf8) { return label.dropFirst(2).allSatisfy(isHexDigit) }
        return label.allSatisfy { (0x30...0x39).contains($0) }
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
    }
}
