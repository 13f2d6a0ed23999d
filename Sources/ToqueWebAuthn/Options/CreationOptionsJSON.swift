import ToqueCOSE
import ToqueEncoding

extension PublicKeyCredentialCreationOptions {
    /// PublicKeyCredentialCreationOptionsJSON (section 5.1.8). Members that equal their default are omitted.
    public var json: JSON {
        var json: JSONObject = [
            "rp": rp.json,
            "user": [
                "id": .base64URL(user.id), "name": .string(user.name), "displayName": .string(user.displayName),
            ],
            "challenge": .base64URL(challenge),
            "pubKeyCredParams": .array(pubKeyCredParams.map { ["alg": .int($0.rawValue), "type": "public-key"] }),
        ]
        json["timeout"] = timeout.map { .int($0) }
        json["excludeCredentials"] = .descriptors(excludeCredentials)
        json["authenticatorSelection"] = authenticatorSelection.json
        json["attestation"] = attestation == .none ? nil : .string(attestation.rawValue)
        json["attestationFormats"] =
            attestationFormats.isEmpty ? nil : .array(attestationFormats.map { .string($0.rawValue) })
        json["extensions"] = extensions.isEmpty ? nil : .object(extensions)
        return .object(json)
    }

    /// Reads PublicKeyCredentialCreationOptionsJSON strictly.
    /// - Throws: an error with the member's path.
    public init(json: JSON) throws(JSONMemberError) { try self.init(JSONReader(json)) }

    /// Reads PublicKeyCredentialCreationOptionsJSON (section 5.1.8) strictly. Unknown members, unknown enumeration
    /// texts and entries of another type than `public-key` are ignored.
    /// - Throws: an error with the member's path if a member is missing, or has a wrong type or size.
    public init(_ reader: JSONReader) throws(JSONMemberError) {
        var sink = StrictSink()
        try self.init(reader, &sink)
    }

    /// Reads the same; the sink decides what to tolerate.
    /// - Parameter userIDIsText: true if `user.id` is plain text, whatever it looks like.
    package init(
        _ reader: JSONReader, userIDIsText: Bool = false, _ sink: inout some OptionsSink
    ) throws(JSONMemberError) {
        try reader.passOverMembers(
            besides: [
                "rp", "user", "challenge", "pubKeyCredParams", "timeout", "excludeCredentials",
                "authenticatorSelection", "hints", "attestation", "attestationFormats", "extensions",
            ], &sink)
        try reader.checkHints(&sink)
        self.init(
            rp: try PublicKeyCredentialRPEntity(try reader.member("rp", expected: "an object"), &sink),
            user: try PublicKeyCredentialUserEntity(
                try reader.member("user", expected: "an object"), idIsText: userIDIsText, &sink),
            challenge: try reader.challenge(&sink),
            pubKeyCredParams: try reader.member("pubKeyCredParams", expected: "an array").publicKeyEntries(&sink) {
                (entry, _) throws(JSONMemberError) in
                COSEAlgorithm(rawValue: try entry.member("alg", expected: "an integer").int())
            },
            timeout: try reader.timeout(&sink),
            excludeCredentials: try reader.descriptors("excludeCredentials", &sink),
            authenticatorSelection: try reader.optional("authenticatorSelection", &sink).map {
                (selection) throws(JSONMemberError) in
                try AuthenticatorSelectionCriteria(selection, &sink)
            } ?? .init(),
            attestation: try reader.known("attestation", &sink) ?? .none,
            attestationFormats: try reader.optional("attestationFormats", &sink)?.strings().map(
                AttestationFormat.init(rawValue:)) ?? [],
            extensions: try reader.optional("extensions", &sink)?.object() ?? [:])
    }
}

extension PublicKeyCredentialRPEntity {
    fileprivate var json: JSON {
        var json: JSONObject = [:]
        json["id"] = id.map(JSON.string)
        json["name"] = .string(name)
        return .object(json)
    }

    fileprivate init(_ reader: JSONReader, _ sink: inout some OptionsSink) throws(JSONMemberError) {
        try reader.passOverMembers(besides: ["id", "name"], &sink)
        self.init(
            id: try reader.optional("id", &sink)?.string(),
            name: try reader.member("name", expected: "a string").string())
    }
}

extension PublicKeyCredentialUserEntity {
    /// The size of a user handle in bytes; a client refuses any other (section 5.1.3, step 5).
    fileprivate static let idSizes = 1...64

    fileprivate init(
        _ reader: JSONReader, idIsText: Bool, _ sink: inout some OptionsSink
    ) throws(JSONMemberError) {
        try reader.passOverMembers(besides: ["id", "name", "displayName"], &sink)
        self.init(
            id: try idIsText ? reader.userIDText() : reader.userID(&sink),
            name: try reader.member("name", expected: "a string").string(),
            displayName: try reader.member("displayName", expected: "a string").string())
    }
}

extension JSONReader {
    /// The user handle. Tolerable: padding, the standard alphabet, and plain text. Text that happens to be base64url,
    /// such as a UUID, is decoded: `userHandle` then returns the same text.
    fileprivate func userID(_ sink: inout some OptionsSink) throws(JSONMemberError) -> [UInt8] {
        do {
            let expected = "base64url of 1 to 64 bytes"
            let id = try member("id", expected: expected)
            return try id.userHandle(try id.base64URL(), expected: expected)
        } catch {
            try sink.tolerate(error)
        }
        if let id = try optional("id"), let (bytes, deviations) = Base64URL.decodeTolerant(try id.string()),
            PublicKeyCredentialUserEntity.idSizes.contains(bytes.count)
        {
            sink.note(deviations, at: id.path)
            return bytes
        }
        let bytes = try userIDText()
        sink.note("no base64url of 1 to 64 bytes, taken as its UTF-8 bytes", at: path(of: "id"))
        return bytes
    }

    /// The text's UTF-8 as user handle.
    fileprivate func userIDText() throws(JSONMemberError) -> [UInt8] {
        let expected = "1 to 64 bytes, as base64url or as text"
        let id = try member("id", expected: expected)
        return try id.userHandle(Array(try id.string().utf8), expected: expected)
    }

    private func userHandle(_ bytes: [UInt8], expected: String) throws(JSONMemberError) -> [UInt8] {
        guard PublicKeyCredentialUserEntity.idSizes.contains(bytes.count) else { throw mismatch(expected: expected) }
        return bytes
    }
}

extension AuthenticatorSelectionCriteria {
    /// Nil if it equals its defaults.
    fileprivate var json: JSON? {
        guard self != AuthenticatorSelectionCriteria() else { return nil }
        var json: JSONObject = [:]
        json["authenticatorAttachment"] = authenticatorAttachment.map { .string($0.rawValue) }
        json["residentKey"] = residentKey == .discouraged ? nil : .string(residentKey.rawValue)
        // Section 5.4.4: for clients of Level 1, true if residentKey is required.
        json["requireResidentKey"] = residentKey == .required ? true : nil
        json["userVerification"] = userVerification == .preferred ? nil : .string(userVerification.rawValue)
        return .object(json)
    }

    fileprivate init(_ reader: JSONReader, _ sink: inout some OptionsSink) throws(JSONMemberError) {
        try reader.passOverMembers(
            besides: ["authenticatorAttachment", "residentKey", "requireResidentKey", "userVerification"], &sink)
        // Section 5.4.4: requireResidentKey counts only without residentKey.
        let isRequired = try reader.optional("requireResidentKey", &sink)?.bool() ?? false
        let residentKey: ResidentKeyRequirement? = try reader.known("residentKey", &sink)
        self.init(
            authenticatorAttachment: try reader.known("authenticatorAttachment", &sink),
            residentKey: residentKey ?? (isRequired ? .required : .discouraged),
            userVerification: try reader.known("userVerification", &sink) ?? .preferred)
    }
}
