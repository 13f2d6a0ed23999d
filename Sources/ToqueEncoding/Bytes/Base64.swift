/// base64 with padding in the standard alphabet (RFC 4648 section 4), the text form of certificates in a JWS.
public enum Base64 {
    /// Text in the standard alphabet, padded to a multiple of four characters.
    public static func encode(_ bytes: some Collection<UInt8>) -> String {
        let text = Base64URL.encode(bytes).utf8.map { character in
            switch character {
            case UInt8(ascii: "-"): UInt8(ascii: "+")
            case UInt8(ascii: "_"): UInt8(ascii: "/")
            default: character
            }
        }
        let padding = [UInt8](repeating: UInt8(ascii: "="), count: (4 - text.count % 4) % 4)
        return String(decoding: text + padding, as: UTF8.self)
    }

    /// The bytes of strict base64: padded, in the standard alphabet, without white space or bits set beyond the last
    /// byte; otherwise nil.
    public static func decode(_ text: String) -> [UInt8]? {
        guard text.utf8.count % 4 == 0,
            !text.utf8.contains(where: { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") })
        else { return nil }
        return Base64URL.decodeTolerant(text)?.bytes
    }
}
