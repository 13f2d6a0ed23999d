import ToqueCBOR
import ToqueCOSE
import ToqueCrypto
import ToqueWebAuthn

/// A simulated device: its ceremonies are real and verified like any other, with one key for all credentials.
package struct SimulatedDevice: Sendable {
    private let rpIDHash: [UInt8]
    private let origin: String
    private let publicKey: [UInt8]
    private let key: SigningKey
    private let random: any RandomSource

    /// - Parameter origin: the origin in the client data.
    package init(rpID: String, origin: String, random: any RandomSource) throws {
        let pair = try KeyPair.generate(.ec(.p256), random: random)
        publicKey = try COSEKey(algorithm: .es256, parameters: pair.publicKey).encoded
        key = try SigningKey(pair, deterministic: random.isDeterministic)
        rpIDHash = Digest.sha256(rpID)
        self.origin = origin
        self.random = random
    }

    /// Registers a passkey (WebAuthn Level 3 section 6.3.2), without attestation.
    package func register(challenge: [UInt8]) -> RegistrationResponse {
        let credentialID = random.bytes(32)
        let data = AuthenticatorData(
            rpIDHash: rpIDHash, flags: [.userPresent, .userVerified], signCount: 0,
            attestedCredentialData: AttestedCredentialData(
                aaguid: .zero, credentialID: credentialID, credentialPublicKey: publicKey))
        let object = AttestationObject(format: .none, statement: CBORMap(), authenticatorData: data.encoded)
        return RegistrationResponse(
            credentialID: credentialID, clientDataJSON: clientData(.create, challenge),
            attestationObject: object.encoded)
    }

    /// Signs (section 6.3.3).
    package func sign(
        challenge: [UInt8], credentialID: [UInt8], userHandle: [UInt8]?
    ) throws -> AuthenticationResponse {
        let data = AuthenticatorData(
            rpIDHash: rpIDHash, flags: [.userPresent, .userVerified], signCount: 0
        ).encoded
        let clientData = clientData(.get, challenge)
        return AuthenticationResponse(
            credentialID: credentialID, clientDataJSON: clientData, authenticatorData: data,
            signature: try key.sign(data + Digest.sha256(clientData), scheme: .ecdsa(.sha256)), userHandle: userHandle)
    }

    private func clientData(_ type: CollectedClientData.Ceremony, _ challenge: [UInt8]) -> [UInt8] {
        CollectedClientData(type: type, challenge: challenge, origin: origin).serialized
    }
}
