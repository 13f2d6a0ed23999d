/// base64url without padding (RFC 4648 section 5), the text form of binary in WebAuthn's JSON.
public enum Base64URL {
    private static let alphabet: StaticString = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

    /// The value of a character in the lower six bits. Bit 7 is set for the standard alphabet's `+` and `/`, bit 6 for
    /// characters of neither alphabet.
    private static let values: [UInt8] = {
        var table = [UInt8](repeating: 255, count: 256)
        for value in 0..<64 { table[Int(alphabet.utf8Start[value])] = UInt8(value) }
        table[Int(UInt8(ascii: "+"))] = 128 | 62
        table[Int(UInt8(ascii: "/"))] = 128 | 63
        return table
    }()

    /// How text departs from unpadded base64url and is still unambiguous.
    public struct Deviation: OptionSet, Sendable, Hashable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        /// `=` at the end.
        public static let padding = Deviation(rawValue: 1)
        /// `+` or `/` of the standard alphabet (RFC 4648 section 4).
        public static let standardAlphabet = Deviation(rawValue: 2)
    }

    /// Text in the URL alphabet, without padding.
    public static func encode(_ bytes: some Collection<UInt8>) -> String {
        // Over a buffer, because a generic loop costs a call per byte across modules.
        bytes.withContiguousStorageIfAvailable(encode) ?? Array(bytes).withUnsafeBufferPointer(encode)
    }

    private static func encode(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        let alphabet = alphabet.utf8Start
        return String(unsafeUninitializedCapacity: (bytes.count * 4 + 2) / 3) { buffer in
            var position = 0
            var accumulator: UInt32 = 0
            var bits = 0
            for byte in bytes {
                accumulator = accumulator << 8 | UInt32(byte)
                bits += 8
                while bits >= 6 {
                    bits -= 6
                    buffer[position] = alphabet[Int(accumulator >> UInt32(bits) & 63)]
                    position += 1
                }
            }
            if bits > 0 {
                buffer[position] = alphabet[Int(accumulator << UInt32(6 - bits) & 63)]
                position += 1
            }
            return position
        }
    }

    /// The bytes of strict base64url: without padding, in the URL alphabet, with no bits set beyond the last byte;
    /// otherwise nil.
    public static func decode(_ text: String) -> [UInt8]? {
        guard let (bytes, deviations) = decodeTolerant(text), deviations.isEmpty else { return nil }
        return bytes
    }

    /// The bytes of base64url or base64, padded or not, and what was tolerated. Nil if the text has another character,
    /// a length that no encoder produces, wrong padding, or bits set beyond the last byte.
    public static func decodeTolerant(_ text: String) -> (bytes: [UInt8], deviations: Deviation)? {
        var text = text
        return text.withUTF8 { decode($0) }
    }

    /// Finds text whose only fault is that its last character sets bits beyond the last byte (RFC 4648 section 3.5).
    /// Lenient decoders ignore them, so that such text looks right.
    /// - Returns: the position of that character, from 1; nil for text that decodes or has another fault.
    public static func strayBits(in text: String) -> Int? {
        var characters = Array(text.utf8)
        guard let last = characters.lastIndex(where: { $0 != UInt8(ascii: "=") }) else { return nil }
        let value = values[Int(characters[last])]
        let mask: UInt8 = (last + 1) % 4 == 2 ? 0x0F : 0x03
        guard value & 64 == 0, value & mask != 0 else { return nil }
        characters[last] = alphabet.utf8Start[Int(value & 63 & ~mask)]
        guard decodeTolerant(text) == nil, decodeTolerant(String(decoding: characters, as: UTF8.self)) != nil else {
            return nil
        }
        return last + 1
    }

    private static func decode(_ text: UnsafeBufferPointer<UInt8>) -> (bytes: [UInt8], deviations: Deviation)? {
        var deviations: Deviation = []
        var count = text.count
        while count > 0, text[count - 1] == UInt8(ascii: "=") { count -= 1 }
        let padding = text.count - count
        if padding > 0 {
            guard padding <= 2, text.count % 4 == 0 else { return nil }
            deviations.insert(.padding)
        }
        guard count % 4 != 1 else { return nil }
        var accumulator: UInt32 = 0
        var bits = 0
        var seen: UInt8 = 0
        let values = values
        let bytes = [UInt8](unsafeUninitializedCapacity: count * 3 / 4) { buffer, position in
            for character in text.prefix(count) {
                let value = values[Int(character)]
                seen |= value
                accumulator = accumulator << 6 | UInt32(value & 63)
                bits += 6
                if bits >= 8 {
                    bits -= 8
                    buffer[position] = UInt8(truncatingIfNeeded: accumulator >> UInt32(bits))
                    position += 1
                }
            }
        }
        guard seen & 64 == 0, accumulator & (1 << UInt32(bits) - 1) == 0 else { return nil }
        if seen & 128 != 0 { deviations.insert(.standardAlphabet) }
        return (bytes, deviations)
    }
}
