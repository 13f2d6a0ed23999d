import CeremonyDocuments
import RelyingParty
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

/// A payment's authorization before it is created, like `PixRegistration` for an enrollment.
struct PixPayment: Sendable {
    /// In one of the shapes.
    var options: JSON
    var clientData: CollectedClientData
    var authenticatorData: AuthenticatorData
    /// The signing key: the credential's, unless a fault replaces it.
    var key: VectorKey
    /// The response's credential ID.
    var credentialID: [UInt8]
    var userHandle: [UInt8]?
    var attachment: AuthenticatorAttachment
    var clientExtensionResults: JSONObject = [:]
    /// The relying party's record of the enrollment.
    var credential: StoredCredential
    var policy: VerificationPolicy
    var edits = PixEdits()

    func response() throws -> AuthenticationResponse {
        var clientDataJSON = clientData.serialized
        try edits.clientDataJSON(&clientDataJSON)
        var data = authenticatorData.encoded
        var signature = try key.sign(data + Digest.sha256(clientDataJSON))
        try edits.authenticatorData(&data)
        try edits.signature(&signature)
        return AuthenticationResponse(
            credentialID: credentialID, clientDataJSON: clientDataJSON, authenticatorData: data, signature: signature,
            userHandle: userHandle, authenticatorAttachment: attachment,
            clientExtensionResults: clientExtensionResults)
    }
}

extension PixPayment: PixCeremony {
    func ceremony() throws -> CeremonyDocument.Ceremony {
        .authentication(
            AuthenticationCeremony(
                options: try PublicKeyCredentialRequestOptions(JSONReader(publicKeyOptions)), rpID: PixSetting.rpID,
                response: try response(), credential: credential))
    }
}
