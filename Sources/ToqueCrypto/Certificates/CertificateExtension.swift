/// An extension of a certificate (RFC 5280 section 4.2).
public struct CertificateExtension: Sendable, Hashable {
    /// The object identifier as dotted numbers, such as `2.5.29.19`.
    public var identifier: String
    public var isCritical: Bool
    /// The content of extnValue, in DER.
    public var value: [UInt8]

    public init(identifier: String, isCritical: Bool = false, value: [UInt8]) {
        self.identifier = identifier
        self.isCritical = isCritical
        self.value = value
    }

    var encoded: [UInt8] {
        get throws(CryptoError) {
            DER.sequence(
                try DER.objectIdentifier(identifier), isCritical ? DER.boolean(true) : [], DER.octetString(value))
        }
    }
}

// MARK: The extensions of attestation certificates

extension CertificateExtension {
    /// Basic constraints (section 4.2.1.9): whether the subject may sign certificates.
    /// - Parameter pathLength: for an authority, how many authorities may follow: 0 if it signs only leaves; nil for
    ///   any number.
    public static func basicConstraints(isAuthority: Bool, pathLength: UInt? = nil) -> CertificateExtension {
        CertificateExtension(
            identifier: "2.5.29.19", isCritical: true,
            value: DER.sequence(
                isAuthority ? DER.boolean(true) : [], pathLength.map { DER.integer($0) } ?? []))
    }

    /// Key usage (section 4.2.1.3).
    public static func keyUsage(_ usage: KeyUsage) -> CertificateExtension {
        // A list of named bits ends with the last bit that is set (X.690 section 11.2.2).
        var bytes = [UInt8(usage.rawValue & 0xFF), UInt8(usage.rawValue >> 8 & 0xFF)]
        while bytes.last == 0 { bytes.removeLast() }
        return CertificateExtension(
            identifier: "2.5.29.15", isCritical: true,
            value: DER.bitString(bytes, unusedBits: UInt8(bytes.last?.trailingZeroBitCount ?? 0)))
    }

    /// Key usage (section 4.2.1.3) with keyCertSign alone.
    public static let certificateSigning = keyUsage(.keyCertSign)

    /// Extended key usage (section 4.2.1.12).
    /// - Parameter purposes: object identifiers as dotted numbers.
    public static func extendedKeyUsage(
        _ purposes: [String], isCritical: Bool = false
    ) throws(CryptoError) -> CertificateExtension {
        var identifiers: [[UInt8]] = []
        for purpose in purposes { identifiers.append(try DER.objectIdentifier(purpose)) }
        return CertificateExtension(
            identifier: "2.5.29.37", isCritical: isCritical, value: DER.sequence(of: identifiers))
    }

    /// Subject alternative name (section 4.2.1.6) with directory names alone; critical if the subject is empty.
    public static func subjectAlternativeNames(
        directories: [DistinguishedName], isCritical: Bool = false
    ) throws(CryptoError) -> CertificateExtension {
        var names: [[UInt8]] = []
        for directory in directories { names.append(DER.explicit(4, try directory.encoded)) }
        return CertificateExtension(identifier: "2.5.29.17", isCritical: isCritical, value: DER.sequence(of: names))
    }

    /// Subject key identifier (section 4.2.1.2).
    public static func subjectKeyIdentifier(
        _ key: PublicKeyParameters, _ method: KeyIdentifierMethod = .sha256
    ) throws(CryptoError) -> CertificateExtension {
        CertificateExtension(identifier: "2.5.29.14", value: DER.octetString(try method.identifier(of: key)))
    }

    /// Authority key identifier (section 4.2.1.1), with the key identifier alone.
    public static func authorityKeyIdentifier(
        _ key: PublicKeyParameters, _ method: KeyIdentifierMethod = .sha256
    ) throws(CryptoError) -> CertificateExtension {
        CertificateExtension(
            identifier: "2.5.29.35", value: DER.sequence(DER.implicit(0, try method.identifier(of: key))))
    }
}
