import Attestation
import CeremonyDocuments
import RelyingParty
import ToqueCBOR
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

/// An enrollment before it is created. Changes are signed and attested as if they were valid, so that a fault breaks
/// only one rule where possible.
struct PixRegistration: Sendable {
    /// In one of the shapes.
    var options: JSON
    var clientData: CollectedClientData
    var authenticatorData: AuthenticatorData
    var attestation: PixAttestation
    /// The response's credential ID.
    var credentialID: [UInt8]
    var transports: [AuthenticatorTransport]
    var attachment: AuthenticatorAttachment
    var clientExtensionResults: JSONObject = [:]
    var mediation: CredentialMediationRequirement?
    var policy: VerificationPolicy
    var edits = PixEdits()

    func response() throws -> RegistrationResponse {
        var clientDataJSON = clientData.serialized
        try edits.clientDataJSON(&clientDataJSON)
        let statement = try attestation.statement(
            for: AttestedMaterial(
                authenticatorData: authenticatorData, clientDataHash: Digest.sha256(clientDataJSON)))
        var object = AttestationObject(
            format: statement.format, statement: statement.encoded, authenticatorData: authenticatorData.encoded)
        try edits.authenticatorData(&object.authenticatorData)
        try edits.statement(&object.statement)
        var attestationObject = object.encoded
        try edits.attestationObject(&attestationObject)
        return RegistrationResponse(
            credentialID: credentialID, clientDataJSON: clientDataJSON, attestationObject: attestationObject,
            transports: transports, authenticatorAttachment: attachment,
            clientExtensionResults: clientExtensionResults)
    }
}

extension PixRegistration: PixCeremony {
    func ceremony() throws -> CeremonyDocument.Ceremony {
        .registration(
            RegistrationCeremony(
                options: try PublicKeyCredentialCreationOptions(JSONReader(publicKeyOptions)), rpID: PixSetting.rpID,
                response: try response(), mediation: mediation))
    }
}
