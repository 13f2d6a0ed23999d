import ToqueCrypto

extension PackedStatement {
    /// The signing procedure of section 8.2.
    /// - Parameters:
    ///   - material: what is attested.
    ///   - key: the attestation key; the credential's own in self attestation.
    ///   - x5c: the attestation key's certificate first; nil in self attestation.
    public init(
        attesting material: AttestedMaterial, with key: some StatementSigner, x5c: [Certificate]? = nil
    ) throws(CryptoError) {
        self.init(algorithm: key.algorithm, signature: try key.sign(material.message), x5c: x5c?.map(\.der))
    }
}
