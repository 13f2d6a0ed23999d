import ToqueCOSE
import ToqueEncoding

extension PublicKeyCredentialCreationOptions {
    /// PublicKeyCredentialCreationOptionsJSON (section 5.1.8); members that say no more than their default are left
    /// out.
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

    /// Reads PublicKeyCredentialCreationOptionsJSON (section 5.1.8) strictly. What its dictionaries do not know is
    /// passed over: members, texts of an enumeration, entries whose type is not `public-key`.
    /// - Throws: an error with the member's path for one that is missing, of a wrong type or size.
    public init(_ reader: JSONReader) throws(JSONMemberError) {
        let rp = try reader.member("rp", expected: "an object")
        let user = try reader.member("user", expected: "an object")
        let userID = try user.member("id", expected: "base64url of 1 to 64 bytes")
        try reader.expectHints()
        self.init(
            rp: PublicKeyCredentialRPEntity(
                id: try rp.optional("id")?.string(), name: try rp.member("name", expected: "a string").string()),
            user: PublicKeyCredentialUserEntity(
                id: try userID.base64URL(),
                name: try user.member("name", expected: "a string").string(),
                displayName: try user.member("displayName", expected: "a string").string()),
            challenge: try reader.filledBase64URL("challenge"),
            pubKeyCredParams: try reader.member("pubKeyCredParams", expected: "an array").publicKeyEntries {
                (entry) throws(JSONMemberError) in
                COSEAlgorithm(rawValue: try entry.member("alg", expected: "an integer").int())
            },
            timeout: try reader.timeout(),
            excludeCredentials: try reader.optional("excludeCredentials")?.descriptors() ?? [],
            authenticatorSelection: try reader.optional("authenticatorSelection").map(
                AuthenticatorSelectionCriteria.init) ?? .init(),
            attestation: try reader.known("attestation") ?? .none,
            attestationFormats: try reader.optional("attestationFormats")?.strings().map(
                AttestationFormat.init(rawValue:)) ?? [],
            extensions: try reader.optional("extensions")?.object() ?? [:])
        // Section 5.4.3: a client refuses a user handle of another size.
        guard (1...64).contains(self.user.id.count) else {
            throw userID.mismatch(expected: "base64url of 1 to 64 bytes")
        }
    }
}

extension PublicKeyCredentialRPEntity {
    fileprivate var json: JSON {
        var json: JSONObject = [:]
        json["id"] = id.map(JSON.string)
        json["name"] = .string(name)
        return .object(json)
    }
}

extension AuthenticatorSelectionCriteria {
    /// Nil where it says no more than its defaults.
    fileprivate var json: JSON? {
        guard self != AuthenticatorSelectionCriteria() else { return nil }
        var json: JSONObject = [:]
        json["authenticatorAttachment"] = authenticatorAttachment.map { .string($0.rawValue) }
        json["residentKey"] = residentKey == .discouraged ? nil : .string(residentKey.rawValue)
        // Section 5.4.4: for clients of Level 1, true where residentKey is required.
        json["requireResidentKey"] = residentKey == .required ? true : nil
        json["userVerification"] = userVerification == .preferred ? nil : .string(userVerification.rawValue)
        return .object(json)
    }

    fileprivate init(_ reader: JSONReader) throws(JSONMemberError) {
        // Section 5.4.4: requireResidentKey speaks only where residentKey does not.
        let isRequired = try reader.optional("requireResidentKey")?.bool() ?? false
        self.init(
            authenticatorAttachment: try reader.known("authenticatorAttachment"),
            residentKey: try reader.known("residentKey") ?? (isRequired ? .required : .discouraged),
            userVerification: try reader.known("userVerification") ?? .preferred)
    }
}
