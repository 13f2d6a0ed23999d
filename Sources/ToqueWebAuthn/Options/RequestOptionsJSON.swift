import ToqueEncoding

extension PublicKeyCredentialRequestOptions {
    /// PublicKeyCredentialRequestOptionsJSON (section 5.1.9); members that say no more than their default are left out.
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

    /// Reads PublicKeyCredentialRequestOptionsJSON (section 5.1.9) strictly. What its dictionaries do not know is
    /// passed over: members, texts of an enumeration, entries whose type is not `public-key`.
    /// - Throws: an error with the member's path for one that is missing, of a wrong type or size.
    public init(_ reader: JSONReader) throws(JSONMemberError) {
        var sink = StrictSink()
        try self.init(reader, &sink)
    }

    /// Reads the same; the sink says what is tolerated.
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
