import ToqueCOSE
import ToqueCrypto
import ToqueEncoding

extension RegistrationResponse {
    /// RegistrationResponseJSON, the result of `toJSON()` (section 5.1). `publicKey` is omitted for an algorithm whose
    /// SubjectPublicKeyInfo cannot be made (section 5.2.1.1).
    /// - Throws: `AttestationObjectError`, `AuthenticatorDataError` or `COSEError` if the attestation object does not
    ///   contain a credential.
    public func json() throws -> JSON {
        let authenticatorData = try AttestationObject(decoding: attestationObject).authenticatorData
        guard let attested = try AuthenticatorData(decoding: authenticatorData).attestedCredentialData else {
            throw AuthenticatorDataError("holds no credential")
        }
        // The relying party decides whether it accepts RS1.
        let key = try COSEKey(decoding: attested.credentialPublicKey, allowRS1: true)
        var response: JSONObject = [
            "clientDataJSON": .base64URL(clientDataJSON),
            "authenticatorData": .base64URL(authenticatorData),
            "transports": transportsJSON,
        ]
        if let publicKey = try? key.subjectPublicKeyInfo() { response["publicKey"] = .base64URL(publicKey) }
        response["publicKeyAlgorithm"] = .int(key.algorithm.rawValue)
        response["attestationObject"] = .base64URL(attestationObject)
        return credentialJSON(
            id: credentialID, response: response, attachment: authenticatorAttachment,
            extensionResults: clientExtensionResults)
    }

    /// RegistrationResponseJSON without the members that repeat the attestation object, so that a malformed one can be
    /// written too.
    public var essentialJSON: JSON {
        var response: JSONObject = [
            "clientDataJSON": .base64URL(clientDataJSON), "attestationObject": .base64URL(attestationObject),
        ]
        if !transports.isEmpty { response["transports"] = transportsJSON }
        return credentialJSON(
            id: credentialID, response: response, attachment: authenticatorAttachment,
            extensionResults: clientExtensionResults)
    }

    private var transportsJSON: JSON { .array(Set(transports.map(\.rawValue)).sorted().map(JSON.string)) }

    /// Reads RegistrationResponseJSON strictly.
    /// - Throws: an error with the member's path.
    public init(json: JSON) throws(JSONMemberError) { try self.init(JSONReader(json)) }

    /// Reads RegistrationResponseJSON strictly. Only `id`, `rawId`, `type`, `clientDataJSON` and `attestationObject`
    /// are required.
    /// - Throws: an error with the member's path.
    public init(_ reader: JSONReader) throws(JSONMemberError) {
        let (id, response) = try credentialMembers(reader)
        self.init(
            credentialID: id,
            clientDataJSON: try response.member("clientDataJSON", expected: "base64url").base64URL(),
            attestationObject: try response.member("attestationObject", expected: "base64url").base64URL(),
            transports: try response.optional("transports")?.transports() ?? [],
            authenticatorAttachment: try attachment(reader),
            clientExtensionResults: try reader.optional("clientExtensionResults")?.object() ?? [:])
    }
}

extension AuthenticationResponse {
    /// AuthenticationResponseJSON, the result of `toJSON()` (section 5.1). `userHandle` is omitted if absent.
    public func json() -> JSON {
        var response: JSONObject = [
            "clientDataJSON": .base64URL(clientDataJSON),
            "authenticatorData": .base64URL(authenticatorData),
            "signature": .base64URL(signature),
        ]
        response["userHandle"] = userHandle.map { .base64URL($0) }
        return credentialJSON(
            id: credentialID, response: response, attachment: authenticatorAttachment,
            extensionResults: clientExtensionResults)
    }

    /// Reads AuthenticationResponseJSON strictly.
    /// - Throws: an error with the member's path.
    public init(json: JSON) throws(JSONMemberError) { try self.init(JSONReader(json)) }

    /// Reads AuthenticationResponseJSON strictly. An empty `userHandle` counts as absent: the regulator's form of
    /// absence.
    /// - Throws: an error with the member's path.
    public init(_ reader: JSONReader) throws(JSONMemberError) {
        let (id, response) = try credentialMembers(reader)
        let userHandle = try response.optional("userHandle")?.base64URL()
        self.init(
            credentialID: id,
            clientDataJSON: try response.member("clientDataJSON", expected: "base64url").base64URL(),
            authenticatorData: try response.member("authenticatorData", expected: "base64url").base64URL(),
            signature: try response.member("signature", expected: "base64url").base64URL(),
            userHandle: userHandle?.isEmpty == true ? nil : userHandle,
            authenticatorAttachment: try attachment(reader),
            clientExtensionResults: try reader.optional("clientExtensionResults")?.object() ?? [:])
    }
}

/// The members of both forms, in the order of the specification's dictionaries.
private func credentialJSON(
    id: [UInt8], response: JSONObject, attachment: AuthenticatorAttachment?, extensionResults: JSONObject
) -> JSON {
    var credential: JSONObject = [
        "id": .base64URL(id), "rawId": .base64URL(id), "response": .object(response),
    ]
    credential["authenticatorAttachment"] = attachment.map { .string($0.rawValue) }
    credential["clientExtensionResults"] = .object(extensionResults)
    credential["type"] = "public-key"
    return .object(credential)
}

private func credentialMembers(
    _ reader: JSONReader
) throws(JSONMemberError) -> (id: [UInt8], response: JSONReader) {
    let id = try reader.filledBase64URL("id")
    let rawID = try reader.member("rawId", expected: "the same text as id")
    guard try rawID.base64URL() == id else { throw rawID.mismatch(expected: "the same text as id") }
    let type = try reader.member("type", expected: "\"public-key\"")
    guard try type.string() == "public-key" else { throw type.mismatch(expected: "\"public-key\"") }
    return (id, try reader.member("response", expected: "an object"))
}

private func attachment(_ reader: JSONReader) throws(JSONMemberError) -> AuthenticatorAttachment? {
    // Section 5.1: an unknown value is to be treated as null.
    try reader.optional("authenticatorAttachment").flatMap { (member) throws(JSONMemberError) in
        AuthenticatorAttachment(rawValue: try member.string())
    }
}
