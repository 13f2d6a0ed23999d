/// Permitted uses of a certificate's key (RFC 5280 section 4.2.1.3), with OpenSSL's numbers: the bytes of the BIT
/// STRING, the first one lowest.
public struct KeyUsage: OptionSet, Sendable, Hashable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let digitalSignature = KeyUsage(rawValue: 0x0080)
    public static let nonRepudiation = KeyUsage(rawValue: 0x0040)
    public static let keyEncipherment = KeyUsage(rawValue: 0x0020)
    public static let dataEncipherment = KeyUsage(rawValue: 0x0010)
    public static let keyAgreement = KeyUsage(rawValue: 0x0008)
    public static let keyCertSign = KeyUsage(rawValue: 0x0004)
    public static let cRLSign = KeyUsage(rawValue: 0x0002)
    public static let encipherOnly = KeyUsage(rawValue: 0x0001)
    public static let decipherOnly = KeyUsage(rawValue: 0x8000)
}
