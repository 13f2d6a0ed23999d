import ToqueEncoding

extension PublicKeyCredentialRequestOptions {
    /// PublicKeyCredentialRequestOptionsJSON (section 5.1.9). Members that equal their default are omitted.
    public var json: JSON {
        var json: JSONObject = ["challenge": .base64URL(challenge)]
        json["timeout"] = timeout.map { .int($0) }
        json["rpId"] = rpID.map(JSON.string)
        json["allowCredentials"] = .descriptors(allowCredentials)
        json["userVerification"] = userVerification == .preferred ? nil : .string(userVerification.rawValue)
        json["extensions"] = extensions.isEmpty ? nil : .object(extensions)
        return .object(json)
    }

    /// Reads PublicKeyCredentialRequestOptionsJSON strictly.
    /// - Throws: an error with the member's path.
    public init(json: JSON) throws(JSONMemberError) { try self.init(JSONReader(json)) }

    /// Reads PublicKeyCredentialRequestOptionsJSON (section 5.1.9) strictly. Unknown members, unknown enumeration texts
    /// and entries of another type than `public-key` are ignored.
    /// - Throws: an error with the member's path if a member is missing, or has a wrong type or size.
    public init(_ reader: JSONReader) throws(JSONMemberError) {
        var sink = StrictSink()
        try self.init(reader, &sink)
    }

    /// Reads the same; the sink decides what to tolerate.
    package init(_ reader: JSONReader, _ sink: inout some OptionsSink) throws(JSONMemberError) {
        try reader.passOverMembers(
            besides: [
                "challenge", "timeout", "rpId", "allowCredentials", "userVerification", "hints", "extensions",
            ], &sink)
        try reader.checkHints(&sink)
        self.init(
            challenge: try reader.challenge(&sink),
            timeout: try reader.timeout(&sink),
            rpID: try reader.optional("rpId", &sink)?.string(),
            allowCredentials: try reader.descriptors("allowCredentials", &sink),
            userVerification: try reader.known("userVerification", &sink) ?? .preferred,
            extensions: try reader.optional("extensions", &sink)?.object() ?? [:])
    }
}
