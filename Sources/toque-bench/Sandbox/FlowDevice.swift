import PixAPI
import ToqueCBOR
import ToqueCOSE
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

/// The device of a client: one key under many ids, so that what a flow costs the client is one signature.
final class FlowDevice {
    private static let origin = "https://belvo.com"
    private static let rpIDHash = Digest.sha256("belvo.com")

    private let publicKey: [UInt8]
    private let key: SigningKey
    private let random = SystemRandom()

    init() throws {
        let pair = try KeyPair.generate(.ec(.p256), random: random)
        publicKey = try COSEKey(algorithm: .es256, parameters: pair.publicKey).encoded
        key = try SigningKey(pair)
    }

    /// Registers without attestation, as a passkey does (WebAuthn Level 3 section 6.3.2).
    func register(challenge: [UInt8]) -> ConfirmEnrollmentRequest {
        let credentialID = random.bytes(32)
        let data = AuthenticatorData(
            rpIDHash: Self.rpIDHash, flags: [.userPresent, .userVerified], signCount: 0,
            attestedCredentialData: AttestedCredentialData(
                aaguid: .zero, credentialID: credentialID, credentialPublicKey: publicKey))
        return ConfirmEnrollmentRequest(
            credentialID: credentialID, clientDataJSON: clientData(.create, challenge),
            attestationObject: AttestationObject(
                format: .none, statement: CBORMap(), authenticatorData: data.encoded
            ).encoded)
    }

    /// Signs (section 6.3.3).
    func sign(
        challenge: [UInt8], credentialID: [UInt8], riskSignals: JSONObject
    ) throws -> AuthorizePaymentIntentRequest {
        let data = AuthenticatorData(
            rpIDHash: Self.rpIDHash, flags: [.userPresent, .userVerified], signCount: 0
        ).encoded
        let clientData = clientData(.get, challenge)
        return AuthorizePaymentIntentRequest(
            riskSignals: riskSignals, credentialID: credentialID, clientDataJSON: clientData, authenticatorData: data,
            signature: try key.sign(data + Digest.sha256(clientData), scheme: .ecdsa(.sha256)), userHandle: nil)
    }

    private func clientData(_ type: CollectedClientData.Ceremony, _ challenge: [UInt8]) -> [UInt8] {
        CollectedClientData(type: type, challenge: challenge, origin: Self.origin).serialized
    }
}
