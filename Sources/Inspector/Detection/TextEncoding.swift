import ToqueEncoding

/// How bytes are given as text.
public enum TextEncoding: String, Sendable, Hashable, CaseIterable {
    case hex
    case base64url
    case base64

    /// The bytes of a text; nil where it is not of this form. White space is passed over; hexadecimal digits may have
    /// `0x` in front and `:` between them.
    func decode(_ text: String) -> [UInt8]? {
        let compact = text.filter { !$0.isWhitespace }
        switch self {
        case .hex:
            let digits = compact.hasPrefix("0x") || compact.hasPrefix("0X") ? compact.dropFirst(2) : compact[...]
            return Hex.decode(String(digits.filter { $0 != ":" }))
        case .base64url, .base64:
            guard let (bytes, deviations) = Base64URL.decodeTolerant(compact) else { return nil }
            // What has neither `+` nor `/` and no padding is base64url as much as base64: WebAuthn's form is named.
            return deviations.isEmpty == (self == .base64url) ? bytes : nil
        }
    }
}
