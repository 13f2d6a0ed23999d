import Attestation
import ToqueCOSE
import ToqueCrypto
import ToqueWebAuthn

extension FIDOU2FStatement {
    /// The signing procedure of section 8.6: the attestation key signs what a U2F key's registration has.
    /// - Throws: `COSEError` where the credential is not on P-256, `AuthenticatorDataError` where there is none.
    public init(attesting material: AttestedMaterial, with key: VectorKey, certificate: Certificate) throws {
        guard let attested = material.authenticatorData.attestedCredentialData else {
            throw AuthenticatorDataError("holds no credential")
        }
        guard case .ec(.p256, let x, let y) = try COSEKey(decoding: attested.credentialPublicKey).parameters else {
            throw COSEError.invalidKey("a U2F key's credential is on P-256")
        }
        // FIDO U2F Raw Message Formats, section 4.3: 0, the application parameter, the challenge parameter, the key
        // handle and the uncompressed point.
        let message =
            [0] + material.authenticatorData.rpIDHash + material.clientDataHash + attested.credentialID + [4] + x + y
        self.init(signature: try key.sign(message), x5c: [certificate.der])
    }
}
