import ToqueEncoding

/// Body of `POST /enrollments/{id}/confirm/`: the new credential.
public struct ConfirmEnrollmentRequest: JSONModel, Hashable {
    public var credentialID: [UInt8]
    public var clientDataJSON: [UInt8]
    public var attestationObject: [UInt8]
    public var clientExtensionResults: JSONObject

    public init(
        credentialID: [UInt8], clientDataJSON: [UInt8], attestationObject: [UInt8],
        clientExtensionResults: JSONObject = [:]
    ) {
        self.credentialID = credentialID
        self.clientDataJSON = clientDataJSON
        self.attestationObject = attestationObject
        self.clientExtensionResults = clientExtensionResults
    }

    public init(_ reader: JSONReader) throws(JSONMemberError) {
        let data = try reader.member("confirmation_data", expected: "an object")
        credentialID = try data.credentialID()
        let response = try data.member("response", expected: "an object")
        clientDataJSON = try response.bytes("clientDataJSON")
        attestationObject = try response.bytes("attestationObject")
        clientExtensionResults = try data.optional("clientExtensionResults")?.object() ?? [:]
    }

    /// `authenticatorAttachment` is always `platform`, as the guide has it.
    public var json: JSON {
        let response: JSONObject = [
            "attestationObject": .base64URL(attestationObject), "clientDataJSON": .base64URL(clientDataJSON),
        ]
        return [
            "confirmation_data": .credential(
                id: credentialID, response: response, extensionResults: clientExtensionResults)
        ]
    }
}
