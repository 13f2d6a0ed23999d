/// Writes ASN.1 in DER (X.690): the subset that certificates and their extensions need.
public enum DER {
    /// A non-negative INTEGER, from big-endian bytes.
    public static func integer(_ bytes: [UInt8]) -> [UInt8] { element(0x02, nonNegative(bytes)) }

    /// A non-negative INTEGER.
    public static func integer(_ number: UInt) -> [UInt8] { integer(bigEndian(number)) }

    /// A non-negative ENUMERATED.
    public static func enumerated(_ number: UInt) -> [UInt8] { element(0x0A, nonNegative(bigEndian(number))) }

    public static func boolean(_ value: Bool) -> [UInt8] { element(0x01, [value ? 0xFF : 0x00]) }
    public static let null: [UInt8] = [0x05, 0x00]

    /// - Parameter unusedBits: unused bits of the last byte, 0 to 7.
    public static func bitString(_ bytes: [UInt8], unusedBits: UInt8 = 0) -> [UInt8] {
        element(0x03, [unusedBits] + bytes)
    }

    public static func octetString(_ bytes: [UInt8]) -> [UInt8] { element(0x04, bytes) }

    /// - Parameter dotted: such as `2.5.29.19`.
    /// - Throws: `unsupported` if the text is not an object identifier.
    public static func objectIdentifier(_ dotted: String) throws(CryptoError) -> [UInt8] {
        try ASN1Object(dotted).encoded
    }

    /// - Throws: `unsupported` if the type cannot hold the text.
    public static func string(_ text: String, _ type: StringType = .utf8) throws(CryptoError) -> [UInt8] {
        guard let bytes = type.bytes(of: text) else {
            throw .unsupported("\"\(text)\" in an ASN.1 string of tag \(type.rawValue)")
        }
        return element(type.rawValue, bytes)
    }

    public static func sequence(_ members: [UInt8]...) -> [UInt8] { sequence(of: members) }
    public static func sequence(of members: [[UInt8]]) -> [UInt8] { element(0x30, members.flatMap(\.self)) }

    /// SET OF, whose members DER sorts by their encodings (X.690 section 11.6).
    public static func set(of members: [[UInt8]]) -> [UInt8] {
        element(0x31, members.sorted { $0.lexicographicallyPrecedes($1) }.flatMap(\.self))
    }

    /// `[number] EXPLICIT`.
    public static func explicit(_ number: UInt, _ content: [UInt8]) -> [UInt8] {
        element(tag(0xA0, number), content)
    }

    /// `[number] IMPLICIT` of a primitive type, from its content.
    public static func implicit(_ number: UInt, _ content: [UInt8]) -> [UInt8] {
        element(tag(0x80, number), content)
    }

    private static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] { element([tag], content) }

    private static func element(_ tag: [UInt8], _ content: [UInt8]) -> [UInt8] {
        guard content.count >= 0x80 else { return tag + [UInt8(content.count)] + content }
        let length = bigEndian(UInt(content.count))
        return tag + [0x80 | UInt8(length.count)] + length + content
    }

    /// X.690 section 8.1.2: numbers over 30 follow in groups of seven bits.
    private static func tag(_ leading: UInt8, _ number: UInt) -> [UInt8] {
        guard number > 30 else { return [leading | UInt8(number)] }
        var groups = [UInt8(number & 0x7F)]
        var rest = number >> 7
        while rest > 0 {
            groups.insert(0x80 | UInt8(rest & 0x7F), at: 0)
            rest >>= 7
        }
        return [leading | 0x1F] + groups
    }

    /// Without leading zeros.
    private static func bigEndian(_ number: UInt) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0.drop { $0 == 0 }) }
    }

    /// If the first bit were set, the number would be negative.
    private static func nonNegative(_ bytes: [UInt8]) -> [UInt8] {
        let number = Array(bytes.drop { $0 == 0 })
        return number.first.map { $0 < 0x80 } == true ? number : [0] + number
    }
}
