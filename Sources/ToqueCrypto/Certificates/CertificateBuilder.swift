import CLibCrypto

/// What a certificate is to say (RFC 5280 section 4.1). It is written here and not by X509_sign, which draws its nonce
/// at random: with a deterministic key the same values give the same certificate.
public struct CertificateBuilder: Sendable {
    public var subject: DistinguishedName
    public var issuer: DistinguishedName
    /// A positive number of at most 20 bytes, big-endian.
    public var serialNumber: [UInt8]
    /// Seconds since 1970-01-01T00:00:00Z, 0 to `noExpiration`.
    public var notBefore: Int64
    /// Seconds since 1970-01-01T00:00:00Z, 0 to `noExpiration`.
    public var notAfter: Int64
    public var publicKey: PublicKeyParameters
    public var extensions: [CertificateExtension]

    public init(
        subject: DistinguishedName, issuer: DistinguishedName, serialNumber: [UInt8], notBefore: Int64,
        notAfter: Int64, publicKey: PublicKeyParameters, extensions: [CertificateExtension]
    ) {
        self.subject = subject
        self.issuer = issuer
        self.serialNumber = serialNumber
        self.notBefore = notBefore
        self.notAfter = notAfter
        self.publicKey = publicKey
        self.extensions = extensions
    }

    /// The last second that a certificate can name, for one without a well-defined end (section 4.1.2.5).
    public static let noExpiration: Int64 = 253_402_300_799

    /// Signs it by ECDSA with SHA-256.
    /// - Throws: `unsupported` where the key is no EC key, and for a time out of range; `invalidKey` for a public key that is
    ///   none.
    public func signed(by key: SigningKey) throws(CryptoError) -> Certificate {
        let algorithm = DER.sequence(try ASN1Object(Self.ecdsaWithSHA256).encoded)
        var items: [[UInt8]] = []
        for item in extensions { items.append(try item.encoded) }
        // TBSCertificate, version 3.
        let content = DER.sequence(
            DER.explicit(0, DER.integer([2])), DER.integer(serialNumber), algorithm, try issuer.encoded,
            DER.sequence(try Self.time(notBefore), try Self.time(notAfter)), try subject.encoded,
            try VerifyingKey(publicKey).subjectPublicKeyInfo(),
            items.isEmpty ? [] : DER.explicit(3, DER.sequence(of: items)))
        let signature = try key.sign(content, scheme: .ecdsa(.sha256))
        return try Certificate(der: DER.sequence(content, algorithm, DER.bitString(signature)))
    }

    /// RFC 5758 section 3.2.
    private static let ecdsaWithSHA256 = "1.2.840.10045.4.3.2"

    /// UTCTime up to 2049, then GeneralizedTime (section 4.1.2.5).
    private static func time(_ seconds: Int64) throws(CryptoError) -> [UInt8] {
        guard (0...noExpiration).contains(seconds) else { throw .unsupported("second \(seconds) in a certificate") }
        guard let time = ASN1_TIME_set(nil, time_t(seconds)) else { throw .library("encoding a time") }
        defer { ASN1_TIME_free(time) }
        return try derBytes("a time") { i2d_ASN1_TIME(time, &$0) }
    }
}
