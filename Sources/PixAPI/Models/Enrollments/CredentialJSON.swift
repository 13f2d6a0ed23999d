import ToqueEncoding

extension JSONCoder {
    /// The common members of a registration and an assertion.
    mutating func credential(
        _ id: inout [UInt8], _ extensionResults: inout JSONObject, _ response: (inout JSONCoder) -> Void
    ) {
        // The guide's value.
        shown("authenticatorAttachment", "platform", .text, .optional)
        var rawID = id
        together {
            $0.constant("type", "public-key")
            $0.bytes("id", &id)
            $0.bytes("rawId", &rawID, about: "The same bytes as id")
            $0.check("rawId", rawID == id ? nil : "the same credential ID as id")
        }
        optional("clientExtensionResults", &extensionResults)
        object("response", .required, response)
        for name in ["id", "rawId"] { move(name, before: "type") }
        move("response", before: "clientExtensionResults")
    }
}
