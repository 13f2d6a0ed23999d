import ToqueCrypto
import ToqueWebAuthn

/// The data that an attestation statement covers: a new credential's authenticator data and the client data (section
/// 6.5.4 of WebAuthn Level 3).
public struct AttestedMaterial: Sendable, Hashable {
    public var authenticatorData: AuthenticatorData
    /// SHA-256 of clientDataJSON.
    public var clientDataHash: [UInt8]

    public init(authenticatorData: AuthenticatorData, clientDataHash: [UInt8]) {
        self.authenticatorData = authenticatorData
        self.clientDataHash = clientDataHash
    }

    /// `attToBeSigned`: most formats sign or hash it.
    public var message: [UInt8] { authenticatorData.encoded + clientDataHash }

    func credential() throws(AuthenticatorDataError) -> AttestedCredentialData {
        guard let credential = authenticatorData.attestedCredentialData else {
            throw AuthenticatorDataError("holds no credential")
        }
        return credential
    }
}
