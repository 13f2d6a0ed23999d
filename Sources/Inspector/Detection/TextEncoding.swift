import ToqueEncoding

/// A text form of bytes.
public enum TextEncoding: String, Sendable, Hashable, CaseIterable {
    case hex
    case base64url
    case base64

    /// The bytes of a text; nil if it does not have this form. Line ends are ignored. Hexadecimal digits may start with
    /// `0x` and have spaces and `:` between them.
    func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        switch self {
        case .hex:
            let compact = text.filter { !$0.isWhiteSpace }
            let hasPrefix = compact.starts(with: "0x".utf8) || compact.starts(with: "0X".utf8)
            let digits = compact.dropFirst(hasPrefix ? 2 : 0).filter { $0 != UInt8(ascii: ":") }
            return Hex.decode(String(decoding: digits, as: UTF8.self))
        case .base64url, .base64:
            // Spaces are not ignored: words with spaces between them are not base64.
            let compact = text.filter { $0 != UInt8(ascii: "\r") && $0 != UInt8(ascii: "\n") }
            guard let (bytes, deviations) = Base64URL.decodeTolerant(String(decoding: compact, as: UTF8.self)) else {
                return nil
            }
            // Text without `+`, `/` and padding is both base64url and base64: WebAuthn's form is reported.
            return deviations.isEmpty == (self == .base64url) ? bytes : nil
        }
    }
}

extension UInt8 {
    /// A space, a tab or a part of a line end in ASCII.
    var isWhiteSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}

extension ArraySlice<UInt8> {
    /// Without white space at both ends.
    var trimmed: ArraySlice<UInt8> {
        let start = drop(while: \.isWhiteSpace)
        guard let last = start.lastIndex(where: { !$0.isWhiteSpace }) else { return start.prefix(0) }
        return start[...last]
    }
}
