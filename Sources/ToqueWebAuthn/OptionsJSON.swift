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
            challenge: try reader.challenge(),
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
        try reader.expectHints()
        self.init(
            challenge: try reader.challenge(),
            timeout: try reader.timeout(),
            rpID: try reader.optional("rpId")?.string(),
            allowCredentials: try reader.optional("allowCredentials")?.descriptors() ?? [],
            userVerification: try reader.known("userVerification") ?? .preferred,
            extensions: try reader.optional("extensions")?.object() ?? [:])
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

extension JSON {
    /// Nil for an empty list.
    fileprivate static func descriptors(_ descriptors: [PublicKeyCredentialDescriptor]) -> JSON? {
        guard !descriptors.isEmpty else { return nil }
        return .array(
            descriptors.map { descriptor in
                var json: JSONObject = ["id": .base64URL(descriptor.id), "type": "public-key"]
                json["transports"] = descriptor.transports.map { .array($0.map { .string($0.rawValue) }) }
                return .object(json)
            })
    }
}

extension JSONReader {
    /// An array of AuthenticatorTransport (section 5.8.4); those that nobody knows are kept.
    func transports() throws(JSONMemberError) -> [AuthenticatorTransport] {
        try strings().map(AuthenticatorTransport.init(rawValue:))
    }

    fileprivate func challenge() throws(JSONMemberError) -> [UInt8] {
        let member = try member("challenge", expected: "base64url of 1 byte or more")
        let challenge = try member.base64URL()
        guard !challenge.isEmpty else { throw member.mismatch(expected: "base64url of 1 byte or more") }
        return challenge
    }

    /// Milliseconds, an unsigned long of Web IDL.
    fileprivate func timeout() throws(JSONMemberError) -> Int? {
        guard let member = try optional("timeout") else { return nil }
        guard let milliseconds = UInt32(exactly: try member.int()) else {
            throw member.mismatch(expected: "milliseconds, 0 to \(UInt32.max)")
        }
        return Int(milliseconds)
    }

    /// Hints are for the client's pages alone (section 5.8.7), but are texts.
    fileprivate func expectHints() throws(JSONMemberError) { _ = try optional("hints")?.strings() }

    /// A member of an enumeration; a text that is none of its values counts as absent (section 2.1.1).
    fileprivate func known<Value: RawRepresentable<String>>(_ name: String) throws(JSONMemberError) -> Value? {
        guard let member = try optional(name) else { return nil }
        return Value(rawValue: try member.string())
    }

    fileprivate func descriptors() throws(JSONMemberError) -> [PublicKeyCredentialDescriptor] {
        try publicKeyEntries { (entry) throws(JSONMemberError) in
            PublicKeyCredentialDescriptor(
                id: try entry.member("id", expected: "base64url").base64URL(),
                transports: try entry.optional("transports")?.transports())
        }
    }

    /// The entries whose type is `public-key`; others are passed over (sections 5.3 and 5.8.3). Where none is left of
    /// some it is an error, as an empty list means something else.
    fileprivate func publicKeyEntries<Value>(
        _ read: (JSONReader) throws(JSONMemberError) -> Value
    ) throws(JSONMemberError) -> [Value] {
        let entries = try elements()
        var values: [Value] = []
        for entry in entries where try entry.member("type", expected: "a string").string() == "public-key" {
            values.append(try read(entry))
        }
        guard entries.isEmpty || !values.isEmpty else {
            throw JSONMemberError(
                path: path, found: "no entry of type \"public-key\"", expected: "one at least or an empty array")
        }
        return values
    }
}
