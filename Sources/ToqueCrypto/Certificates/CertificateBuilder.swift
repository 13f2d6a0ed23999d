import CLibCrypto

/// The contents of a new certificate (RFC 5280 section 4.1). X509_sign is not used because its nonce is random: here,
/// with a deterministic key, the same values give the same certificate.
public struct CertificateBuilder: Sendable {
    /// The version, 1 to 3; extensions need 3.
    public var version = 3
    public var subject: DistinguishedName
    public var issuer: DistinguishedName
    /// A positive number of at most 20 bytes, big-endian.
    public var serialNumber: [UInt8]
    /// Seconds since 1970-01-01T00:00:00Z, 0 to `noExpiration`.
    public var notBefore: Int64
    /// Seconds since 1970-01-01T00:00:00Z, 0 to `noExpiration`.
    public var notAfter: Int64
    public var publicKey: PublicKeyParameters
    /// The extensions, in the order in which they are written.
    public var extensions: [CertificateExtension]
    /// The issuer's signature scheme, which must fit its key.
    public var signatureScheme: SignatureScheme

    public init(
        subject: DistinguishedName, issuer: DistinguishedName, serialNumber: [UInt8], notBefore: Int64,
        notAfter: Int64, publicKey: PublicKeyParameters, extensions: [CertificateExtension],
        signatureScheme: SignatureScheme = .ecdsa(.sha256)
    ) {
        self.subject = subject
        self.issuer = issuer
        self.serialNumber = serialNumber
        self.notBefore = notBefore
        self.notAfter = notAfter
        self.publicKey = publicKey
        self.extensions = extensions
        self.signatureScheme = signatureScheme
    }

    /// The last second that a certificate can name: for certificates without a well-defined end (section 4.1.2.5).
    public static let noExpiration: Int64 = 253_402_300_799

    /// Signs it with the issuer's key.
    /// - Throws: `unsupported` if the key does not fit the scheme, for a version or a time out of range, and for a name
    ///   or an extension that cannot be encoded; `invalidKey` for an invalid public key.
    public func signed(by key: SigningKey) throws(CryptoError) -> Certificate {
        let algorithm = try signatureScheme.algorithmIdentifier
        let content = try content(algorithm: algorithm)
        let signature = try key.sign(content, scheme: signatureScheme)
        return try Certificate(der: DER.sequence(content, algorithm, DER.bitString(signature)))
    }

    /// TBSCertificate.
    private func content(algorithm: [UInt8]) throws(CryptoError) -> [UInt8] {
        guard (1...3).contains(version) else { throw .unsupported("version \(version) of a certificate") }
        var items: [[UInt8]] = []
        for item in extensions { items.append(try item.encoded) }
        return DER.sequence(
            // Version 1 is the default, which DER omits.
            version == 1 ? [] : DER.explicit(0, DER.integer(UInt(version - 1))),
            DER.integer(serialNumber), algorithm, try issuer.encoded,
            DER.sequence(try Self.time(notBefore), try Self.time(notAfter)), try subject.encoded,
            try VerifyingKey(publicKey).subjectPublicKeyInfo(),
            items.isEmpty ? [] : DER.explicit(3, DER.sequence(of: items)))
    }

    /// UTCTime up to 2049, then GeneralizedTime (section 4.1.2.5).
    private static func time(_ seconds: Int64) throws(CryptoError) -> [UInt8] {
        guard (0...noExpiration).contains(seconds) else { throw .unsupported("second \(seconds) in a certificate") }
        guard let time = ASN1_TIME_set(nil, time_t(seconds)) else { throw .library("encoding a time") }
        defer { ASN1_TIME_free(time) }
        return try derBytes("a time") { i2d_ASN1_TIME(time, &$0) }
    }
}
