import ToqueEncoding

extension JSONCoder {
    /// The members that a registration and an assertion share.
    mutating func credential(
        _ id: inout [UInt8], _ extensionResults: inout JSONObject, _ response: (inout JSONCoder) -> Void
    ) {
        // As the guide has it.
        shown("authenticatorAttachment", "platform", .text, .optional)
        var rawID = id
        together {
            $0.constant("type", "public-key")
            $0.bytes("id", &id)
            $0.rawID(&rawID, of: id)
        }
        optional("clientExtensionResults", &extensionResults)
        object("response", .required, response)
        for name in ["id", "rawId"] { move(name, before: "type") }
        move("response", before: "clientExtensionResults")
    }

    /// It has to name the same bytes as `id`.
    private mutating func rawID(_ rawID: inout [UInt8], of id: [UInt8]) {
        member(
            "rawId", &rawID, .required, { .binary.about("The same bytes as id") }, expecting: "base64url",
            read: { (reader) throws(JSONMemberError) in
                let bytes = try reader.tolerantBase64URL()
                guard bytes == id else { throw reader.mismatch(expected: "the same credential ID as id") }
                return bytes
            }, write: { .base64URL($0) })
    }
}
