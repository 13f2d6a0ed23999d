import RelyingParty
import TestVectors
import ToqueCOSE
import ToqueCrypto
import ToqueWebAuthn

/// An assertion to verify repeatedly, with a key of one algorithm.
struct SampleAssertion {
    let key: VectorKey
    let ceremony: AuthenticationCeremony
    /// The signed data: the authenticator data and the client data's hash.
    let message: [UInt8]

    init(_ key: VectorKey) throws {
        self.key = key
        let options = ClientCeremonies.requestOptions([UInt8](repeating: 5, count: 32))
        let clientDataJSON = CollectedClientData(
            type: .get, challenge: options.challenge, origin: ClientCeremonies.origin
        ).serialized
        let data = AuthenticatorData(
            rpIDHash: Digest.sha256(ClientCeremonies.rpID), flags: [.userPresent, .userVerified], signCount: 2
        ).encoded
        message = data + Digest.sha256(clientDataJSON)
        let credential = StoredCredential(
            id: options.allowCredentials[0].id, publicKey: try key.credentialPublicKey(), signCount: 1,
            backupEligible: false, backupState: false, userHandle: [1])
        ceremony = AuthenticationCeremony(
            options: options, rpID: ClientCeremonies.rpID,
            response: AuthenticationResponse(
                credentialID: credential.id, clientDataJSON: clientDataJSON, authenticatorData: data,
                signature: try key.sign(message), userHandle: credential.userHandle),
            credential: credential)
    }
}
