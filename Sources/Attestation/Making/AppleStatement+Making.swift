import ToqueCrypto

extension AppleStatement {
    /// The signing procedure of section 8.8: the certificate of the credential key carries the nonce.
    /// - Parameters:
    ///   - material: what is attested.
    ///   - authority: issues the certificate.
    ///   - certificate: the credential key's certificate, which gets the nonce for its last extension.
    public init(
        attesting material: AttestedMaterial, by authority: some CertificateIssuer, certificate: CertificateBuilder
    ) throws(CryptoError) {
        var certificate = certificate
        certificate.extensions.append(.appleNonce(Digest.sha256(material.message)))
        self.init(x5c: [try authority.issue(certificate).der])
    }
}

extension CertificateExtension {
    /// A SEQUENCE of the nonce as `[1] EXPLICIT OCTET STRING`; Apple publishes no more of it than the samples show.
    static func appleNonce(_ nonce: [UInt8]) -> CertificateExtension {
        CertificateExtension(
            identifier: AttestationExtension.appleNonce.rawValue,
            value: DER.sequence(DER.explicit(1, DER.octetString(nonce))))
    }
}
