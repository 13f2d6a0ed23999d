import PixAPI
import ToqueCBOR
import ToqueCOSE
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

/// The device in a trigger: a key of its own and real ceremonies, which the bank verifies as any other. The key is gone
/// when the trigger is done.
struct TriggerDevice {
    private let credentialID: [UInt8]
    private let publicKey: [UInt8]
    private let key: SigningKey
    private let identity: PixSimulator.RelyingPartyIdentity
    private let userHandle: [UInt8]

    /// - Parameter userHandle: of the registration options.
    init(_ identity: PixSimulator.RelyingPartyIdentity, userHandle: [UInt8], random: some RandomSource) throws {
        let pair = try KeyPair.generate(.ec(.p256), random: random)
        publicKey = try COSEKey(algorithm: .es256, parameters: pair.publicKey).encoded
        key = try SigningKey(pair, deterministic: random.isDeterministic)
        credentialID = random.bytes(32)
        self.identity = identity
        self.userHandle = userHandle
    }

    /// Registers (WebAuthn Level 3 section 6.3.2), without attestation.
    func register(challenge: [UInt8]) -> ConfirmEnrollmentRequest {
        let data = AuthenticatorData(
            rpIDHash: Digest.sha256(identity.id), flags: [.userPresent, .userVerified], signCount: 0,
            attestedCredentialData: AttestedCredentialData(
                aaguid: .zero, credentialID: credentialID, credentialPublicKey: publicKey))
        let object = AttestationObject(format: .none, statement: CBORMap(), authenticatorData: data.encoded)
        return ConfirmEnrollmentRequest(
            credentialID: credentialID, clientDataJSON: clientData(.create, challenge: challenge),
            attestationObject: object.encoded)
    }

    /// Signs (section 6.3.3).
    func sign(challenge: [UInt8], riskSignals: JSONObject) throws -> AuthorizePaymentIntentRequest {
        let data = AuthenticatorData(
            rpIDHash: Digest.sha256(identity.id), flags: [.userPresent, .userVerified], signCount: 0
        ).encoded
        let clientData = clientData(.get, challenge: challenge)
        return AuthorizePaymentIntentRequest(
            riskSignals: riskSignals, credentialID: credentialID, clientDataJSON: clientData, authenticatorData: data,
            signature: try key.sign(data + Digest.sha256(clientData), scheme: .ecdsa(.sha256)), userHandle: userHandle)
    }

    private func clientData(_ type: CollectedClientData.Ceremony, challenge: [UInt8]) -> [UInt8] {
        CollectedClientData(type: type, challenge: challenge, origin: identity.origins.first ?? "").serialized
    }
}
