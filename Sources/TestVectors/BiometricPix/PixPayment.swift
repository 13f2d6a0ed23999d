import CeremonyDocuments
import RelyingParty
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

/// The authorization of a payment before it is made, as `PixRegistration` is of an enrollment.
struct PixPayment: Sendable {
    /// In one of the shapes in which they come.
    var options: JSON
    var clientData: CollectedClientData
    var authenticatorData: AuthenticatorData
    /// What signs: the credential's, unless a fault says otherwise.
    var key: VectorKey
    /// That the response goes by.
    var credentialID: [UInt8]
    var userHandle: [UInt8]?
    var attachment: AuthenticatorAttachment
    var clientExtensionResults: JSONObject = [:]
    /// What the relying party stored at enrollment.
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
