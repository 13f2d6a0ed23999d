/// An extension of a certificate (RFC 5280 section 4.2).
public struct CertificateExtension: Sendable, Hashable {
    /// Dotted numbers, such as `2.5.29.19`.
    public var identifier: String
    public var isCritical: Bool
    /// DER, the content of extnValue.
    public var value: [UInt8]

    public init(identifier: String, isCritical: Bool = false, value: [UInt8]) {
        self.identifier = identifier
        self.isCritical = isCritical
        self.value = value
    }

    /// Section 4.2.1.9: whether it may sign certificates; those of an authority sign none themselves.
    public static func basicConstraints(isAuthority: Bool) -> CertificateExtension {
        CertificateExtension(
            identifier: "2.5.29.19", isCritical: true,
            value: isAuthority ? DER.sequence(DER.boolean(true), DER.integer(0)) : DER.sequence())
    }

    /// Section 4.2.1.3, with keyCertSign alone.
    public static let certificateSigning = CertificateExtension(
        identifier: "2.5.29.15", isCritical: true, value: DER.bitString([0x04], unusedBits: 2))

    /// Section 4.2.1.2.
    public static func subjectKeyIdentifier(_ key: PublicKeyParameters) throws(CryptoError) -> CertificateExtension {
        CertificateExtension(identifier: "2.5.29.14", value: DER.octetString(try keyIdentifier(key)))
    }

    /// Section 4.2.1.1.
    public static func authorityKeyIdentifier(_ key: PublicKeyParameters) throws(CryptoError) -> CertificateExtension {
        CertificateExtension(
            identifier: "2.5.29.35", value: DER.sequence(DER.implicit(0, try keyIdentifier(key))))
    }

    /// RFC 7093 section 2, method 4, cut as in method 1.
    private static func keyIdentifier(_ key: PublicKeyParameters) throws(CryptoError) -> [UInt8] {
        Array(Digest.sha256(try VerifyingKey(key).subjectPublicKeyInfo())[..<20])
    }

    var encoded: [UInt8] {
        get throws(CryptoError) {
            DER.sequence(
                try ASN1Object(identifier).encoded, isCritical ? DER.boolean(true) : [], DER.octetString(value))
        }
    }
}
