import ToqueCOSE
import ToqueCrypto
import ToqueWebAuthn

extension FIDOU2FStatement {
    /// The signing procedure of section 8.6: the attestation key signs what a U2F key's registration has.
    /// - Throws: `COSEError` where the credential is not on P-256, `AuthenticatorDataError` where there is none.
    public init(attesting material: AttestedMaterial, with key: some StatementSigner, certificate: Certificate) throws {
        guard let attested = material.authenticatorData.attestedCredentialData else {
            throw AuthenticatorDataError("holds no credential")
        }
        guard let point = Self.publicKeyU2F(try COSEKey(decoding: attested.credentialPublicKey).parameters) else {
            throw COSEError.invalidKey("a U2F key's credential is on P-256")
        }
        let message = Self.verificationData(
            rpIDHash: material.authenticatorData.rpIDHash, clientDataHash: material.clientDataHash,
            credentialID: attested.credentialID, publicKeyU2F: point)
        try self.init(verificationData: message, with: key, certificate: certificate)
    }

    /// Signs what U2F's own registration has.
    /// - Parameter verificationData: as the function of this name gives it.
    public init(
        verificationData: [UInt8], with key: some StatementSigner, certificate: Certificate
    ) throws(CryptoError) {
        self.init(signature: try key.sign(verificationData), x5c: [certificate.der])
    }
}
