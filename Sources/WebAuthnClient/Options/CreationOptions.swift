import ToqueCOSE
import ToqueEncoding
import ToqueWebAuthn

extension OptionsParser {
    /// PublicKeyCredentialCreationOptionsJSON (section 5.1.8).
    mutating func creationOptions(
        _ reader: JSONReader, userIDText: OptionsReader.UserIDText
    ) throws(JSONMemberError) -> PublicKeyCredentialCreationOptions {
        let object = try reader.object()
        if object["user"] == nil, object["rp"] == nil, object["rpId"] != nil || object["allowCredentials"] != nil {
            throw JSONMemberError(
                path: "user", found: "sign options (rpId or allowCredentials, and no user)",
                expected: "registration options")
        }
        try passOver(
            reader,
            besides: [
                "rp", "user", "challenge", "pubKeyCredParams", "timeout", "excludeCredentials",
                "authenticatorSelection", "hints", "attestation", "attestationFormats", "extensions",
            ])
        return PublicKeyCredentialCreationOptions(
            rp: try relyingParty(reader),
            user: try user(reader, userIDText),
            challenge: try challenge(reader),
            pubKeyCredParams: try algorithms(reader),
            timeout: try timeout(reader),
            excludeCredentials: try descriptors("excludeCredentials", in: reader),
            authenticatorSelection: try authenticatorSelection(reader),
            attestation: try enumeration("attestation", in: reader) ?? .none,
            attestationFormats: try attestationFormats(reader),
            extensions: try extensions(reader, supported: ClientExtension.ofRegistration))
    }

    private mutating func relyingParty(_ reader: JSONReader) throws(JSONMemberError) -> PublicKeyCredentialRPEntity {
        let rp = try reader.member("rp", expected: "an object")
        try passOver(rp, besides: ["id", "name"])
        return PublicKeyCredentialRPEntity(
            id: try optional("id", in: rp)?.string(), name: try string("name", in: rp))
    }

    private mutating func user(
        _ reader: JSONReader, _ userIDText: OptionsReader.UserIDText
    ) throws(JSONMemberError) -> PublicKeyCredentialUserEntity {
        let user = try reader.member("user", expected: "an object")
        try passOver(user, besides: ["id", "name", "displayName"])
        return PublicKeyCredentialUserEntity(
            id: try userHandle(user, userIDText), name: try string("name", in: user),
            displayName: try string("displayName", in: user))
    }

    /// `user.id`, which servers send as base64url and as plain text. Text that happens to be base64url, such as a
    /// UUID, is decoded: it then comes back as the same text in `userHandle`.
    private mutating func userHandle(
        _ user: JSONReader, _ userIDText: OptionsReader.UserIDText
    ) throws(JSONMemberError) -> [UInt8] {
        let expected = "1 to 64 bytes, as base64url or as text"
        let member = try user.member("id", expected: expected)
        let text = try member.string()
        if userIDText == .automatic, let (bytes, deviations) = Base64URL.decodeTolerant(text),
            (1...64).contains(bytes.count)
        {
            tolerate(deviations, at: member.path)
            return bytes
        }
        let bytes = Array(text.utf8)
        guard (1...64).contains(bytes.count) else { throw member.mismatch(expected: expected) }
        if userIDText == .automatic { tolerate(member.path, "no base64url of 1 to 64 bytes, taken as its UTF-8 bytes") }
        return bytes
    }

    private mutating func algorithms(_ reader: JSONReader) throws(JSONMemberError) -> [COSEAlgorithm] {
        var algorithms: [COSEAlgorithm] = []
        for entry in try publicKeyEntries(try reader.member("pubKeyCredParams", expected: "an array")) {
            let number = try entry.member("alg", expected: "an integer").int()
            algorithms.append(COSEAlgorithm(rawValue: number))
        }
        return algorithms
    }

    private mutating func authenticatorSelection(
        _ reader: JSONReader
    ) throws(JSONMemberError) -> AuthenticatorSelectionCriteria {
        guard let selection = try optional("authenticatorSelection", in: reader) else { return .init() }
        try passOver(
            selection,
            besides: ["authenticatorAttachment", "residentKey", "requireResidentKey", "userVerification"])
        // Section 5.4.4: requireResidentKey speaks only where residentKey does not.
        let isRequired = try optional("requireResidentKey", in: selection)?.bool() ?? false
        let residentKey: ResidentKeyRequirement? = try enumeration("residentKey", in: selection)
        return AuthenticatorSelectionCriteria(
            authenticatorAttachment: try enumeration("authenticatorAttachment", in: selection),
            residentKey: residentKey ?? (isRequired ? .required : .discouraged),
            userVerification: try enumeration("userVerification", in: selection) ?? .preferred)
    }

    private mutating func attestationFormats(_ reader: JSONReader) throws(JSONMemberError) -> [AttestationFormat] {
        guard let list = try optional("attestationFormats", in: reader) else { return [] }
        var formats: [AttestationFormat] = []
        for format in try list.elements() { formats.append(AttestationFormat(rawValue: try format.string())) }
        return formats
    }
}
