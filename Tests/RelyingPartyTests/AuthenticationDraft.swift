import ToqueCBOR
import ToqueCOSE
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

@testable import RelyingParty

/// An assertion in parts, valid until a test changes one. `ceremony` signs the current values.
struct AuthenticationDraft {
    var credential: TestCredential
    var options: PublicKeyCredentialRequestOptions
    var clientData = CollectedClientData(type: .get, challenge: Expected.challenge, origin: Expected.origin)
    var data = AuthenticatorData(
        rpIDHash: Digest.sha256(Expected.rpID), flags: [.userPresent, .userVerified], signCount: 8)
    var userHandle: [UInt8]? = Expected.userHandle
    var stored: StoredCredential
    /// Changes the finished ceremony.
    var changeCeremony: (inout AuthenticationCeremony) -> Void = { _ in }

    init(_ algorithm: COSEAlgorithm = .es256) throws {
        credential = try .of(algorithm)
        options = PublicKeyCredentialRequestOptions(
            challenge: Expected.challenge, rpID: Expected.rpID,
            allowCredentials: [.init(id: [1, 2, 3]), .init(id: credential.id)])
        stored = StoredCredential(
            id: credential.id, publicKey: credential.publicKey.encoded, signCount: 7, backupEligible: false,
            backupState: false, userHandle: Expected.userHandle)
    }

    func ceremony() throws -> AuthenticationCeremony {
        let clientDataJSON = clientData.serialized
        var ceremony = AuthenticationCeremony(
            options: options, rpID: Expected.rpID,
            response: AuthenticationResponse(
                credentialID: credential.id, clientDataJSON: clientDataJSON, authenticatorData: data.encoded,
                signature: try credential.sign(data.encoded + Digest.sha256(clientDataJSON)),
                userHandle: userHandle),
            credential: stored)
        changeCeremony(&ceremony)
        return ceremony
    }
}
