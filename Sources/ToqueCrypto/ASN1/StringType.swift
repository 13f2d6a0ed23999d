/// The ASN.1 string types of names in certificates, by their universal tags. Any tag is a value, because a name may
/// hold a value that is not a string.
public struct StringType: RawRepresentable, Sendable, Hashable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let utf8 = StringType(rawValue: 12)
    /// Digits and space.
    public static let numeric = StringType(rawValue: 18)
    /// Letters, digits, space and `'()+,-./:=?`.
    public static let printable = StringType(rawValue: 19)
    /// In practice ISO 8859-1.
    public static let teletex = StringType(rawValue: 20)
    /// ASCII.
    public static let ia5 = StringType(rawValue: 22)
    /// Four bytes per character.
    public static let universal = StringType(rawValue: 28)
    /// UTF-16 without surrogates, big-endian.
    public static let bmp = StringType(rawValue: 30)

    /// True for a string type.
    var isText: Bool { [.utf8, .numeric, .printable, .teletex, .ia5, .universal, .bmp].contains(self) }

    /// The text's bytes; nil if the type cannot hold it.
    func bytes(of text: String) -> [UInt8]? {
        switch self {
        case .utf8: Array(text.utf8)
        case .numeric: text.utf8.allSatisfy { " 0123456789".utf8.contains($0) } ? Array(text.utf8) : nil
        case .printable: text.utf8.allSatisfy(Self.isPrintable) ? Array(text.utf8) : nil
        case .ia5: text.utf8.allSatisfy { $0 < 0x80 } ? Array(text.utf8) : nil
        case .teletex:
            text.unicodeScalars.allSatisfy { $0.value <= 0xFF }
                ? text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } : nil
        case .bmp:
            text.unicodeScalars.allSatisfy { $0.value <= 0xFFFF }
                ? text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] } : nil
        case .universal:
            text.unicodeScalars.flatMap { scalar in withUnsafeBytes(of: scalar.value.bigEndian) { Array($0) } }
        default: nil
        }
    }

    /// X.680 section 41.4.
    private static func isPrintable(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: " '()+,-./:=?".utf8.contains(byte)
        }
    }
}
