import ToqueEncoding

extension JSONReader {
    /// `id` and `rawId`, which have to name the same bytes.
    func credentialID() throws(JSONMemberError) -> [UInt8] {
        try constant("type", "public-key")
        let id = try bytes("id")
        guard try bytes("rawId") == id else {
            throw try member("rawId").mismatch(expected: "the same credential ID as id")
        }
        return id
    }
}

extension JSON {
    /// The members that a registration and an assertion share, in the guide's order.
    static func credential(id: [UInt8], response: JSONObject, extensionResults: JSONObject) -> JSON {
        [
            "authenticatorAttachment": "platform", "id": .base64URL(id), "rawId": .base64URL(id),
            "type": "public-key", "response": .object(response),
            "clientExtensionResults": .object(extensionResults),
        ]
    }
}
