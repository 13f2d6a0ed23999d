import Attestation
import ToqueCrypto

/// A certification authority that issues attestation certificates for vectors. Certificates depend only on their input,
/// so they are identical in every run.
public struct VectorAuthority: CertificateIssuer {
    /// Self-signed: the trust anchor.
    public let certificate: Certificate
    public let key: VectorKey
    private let subject: DistinguishedName
    private let scheme: SignatureScheme
    private let validity: ClosedRange<Int64>

    /// - Parameters:
    ///   - subject: its name, which is its certificates' issuer.
    ///   - key: its signing key.
    ///   - serialNumber: big-endian.
    ///   - validity: of all certificates, in seconds since 1970.
    public init(
        subject: DistinguishedName, key: VectorKey, serialNumber: [UInt8], validity: ClosedRange<Int64>
    ) throws(CryptoError) {
        guard let scheme = key.algorithm.scheme else { throw .unsupported("\(key.algorithm)") }
        self.key = key
        self.subject = subject
        self.scheme = scheme
        self.validity = validity
        certificate = try CertificateBuilder(
            subject: subject, issuer: subject, serialNumber: serialNumber, notBefore: validity.lowerBound,
            notAfter: validity.upperBound, publicKey: key.publicKey,
            extensions: [
                .basicConstraints(isAuthority: true), .keyUsage([.keyCertSign, .cRLSign]),
                try .subjectKeyIdentifier(key.publicKey, .sha1),
            ], signatureScheme: scheme
        ).signed(by: key.signingKey)
    }

    /// The unsigned certificate of an attestation key, with the fields common to all formats.
    /// - Parameters:
    ///   - subject: the key's owner.
    ///   - serialNumber: big-endian.
    ///   - publicKey: the attestation key.
    public func leaf(
        subject: DistinguishedName, serialNumber: [UInt8], publicKey: PublicKeyParameters
    ) throws(CryptoError) -> CertificateBuilder {
        CertificateBuilder(
            subject: subject, issuer: self.subject, serialNumber: serialNumber, notBefore: validity.lowerBound,
            notAfter: validity.upperBound, publicKey: publicKey,
            extensions: [
                .basicConstraints(isAuthority: false), .keyUsage(.digitalSignature),
                try .subjectKeyIdentifier(publicKey, .sha1), try .authorityKeyIdentifier(key.publicKey, .sha1),
            ], signatureScheme: scheme)
    }

    public func issue(_ certificate: CertificateBuilder) throws(CryptoError) -> Certificate {
        try certificate.signed(by: key.signingKey)
    }
}
