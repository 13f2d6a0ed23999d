import ToqueEncoding

/// Body of `POST /enrollments/{id}/confirm/`: the new credential.
public struct ConfirmEnrollmentRequest: RequestModel, Hashable {
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

    public init(validating reader: JSONReader) throws(InvalidMembers) {
        var all = Validation()
        let data = try all.need(try reader.nested("confirmation_data"))
        let credentialID = all.read(try data.credentialID())
        let extensionResults = all.read(try data.optional("clientExtensionResults")?.object() ?? [:])
        let response = try all.need(try data.nested("response"))
        let clientDataJSON = all.read(try response.bytes("clientDataJSON"))
        let attestationObject = all.read(try response.bytes("attestationObject"))
        (self.credentialID, self.clientDataJSON, self.attestationObject, clientExtensionResults) =
            try all.values(credentialID, clientDataJSON, attestationObject, extensionResults)
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
