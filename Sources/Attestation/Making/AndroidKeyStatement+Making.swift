import ToqueCrypto

extension AndroidKeyStatement {
    /// The signing procedure of section 8.4: the credential key signs, and its certificate carries the hash of the
    /// client data and how the key may be used.
    /// - Parameters:
    ///   - material: what is attested.
    ///   - key: the credential key.
    ///   - authority: issues the certificate.
    ///   - certificate: the credential key's certificate, which gets the description for its last extension.
    ///   - description: of the key; its challenge is set here.
    public init(
        attesting material: AttestedMaterial, with key: some StatementSigner, by authority: some CertificateIssuer,
        certificate: CertificateBuilder, description: AndroidKeyDescription
    ) throws(CryptoError) {
        var description = description
        description.attestationChallenge = material.clientDataHash
        var certificate = certificate
        certificate.extensions.append(
            CertificateExtension(
                identifier: AttestationExtension.androidKeyDescription.rawValue, value: description.encoded))
        self.init(
            algorithm: key.algorithm, signature: try key.sign(material.message),
            x5c: [try authority.issue(certificate).der])
    }
}
