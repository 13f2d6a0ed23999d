import RelyingParty
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

extension CeremonyDocument {
    private enum Kind: String, CaseIterable {
        case registration, authentication
    }

    private static let members: Set<String> = [
        "id", "description", "kind", "options", "mediation", "origins", "rpId", "response", "credential", "policy",
        "trustAnchors", "time", "expected",
    ]

    // MARK: Reading

    /// Reads a document strictly: an unknown member is an error too, because a misspelled one would weaken the
    /// verification.
    /// - Parameters:
    ///   - json: the document.
    ///   - base: applies where the document's own policy says nothing. Trust anchors of both count.
    /// - Throws: an error with the member's path.
    public init(
        json: JSON, over base: VerificationPolicy = CeremonyDocument.basePolicy
    ) throws(JSONMemberError) {
        try self.init(json: json, over: base, anchors: KnownAnchors())
    }

    init(json: JSON, over base: VerificationPolicy, anchors: KnownAnchors) throws(JSONMemberError) {
        let reader = JSONReader(json)
        try reader.expectNoMembers(besides: Self.members)
        let kind: Kind = try reader.member("kind", expected: "registration or authentication").choice()
        self.init(
            id: try reader.member("id", expected: "a string").string(),
            description: try reader.optional("description")?.string(),
            ceremony: try kind == .registration ? Self.registration(reader) : Self.authentication(reader),
            policy: try Self.policy(reader, over: base, known: anchors),
            expected: try reader.optional("expected").map(Expectation.init))
    }

    private static func registration(_ reader: JSONReader) throws(JSONMemberError) -> Ceremony {
        if let credential = try reader.optional("credential") {
            throw credential.mismatch(expected: "none, a registration makes it")
        }
        let (optionsReader, mediation) = try options(reader)
        let options = try PublicKeyCredentialCreationOptions(optionsReader)
        return .registration(
            RegistrationCeremony(
                options: options, rpID: try rpID(reader, options.rp.id),
                response: try RegistrationResponse(try reader.member("response", expected: "an object")),
                mediation: mediation))
    }

    private static func authentication(_ reader: JSONReader) throws(JSONMemberError) -> Ceremony {
        let options = try PublicKeyCredentialRequestOptions(try options(reader).reader)
        return .authentication(
            AuthenticationCeremony(
                options: options, rpID: try rpID(reader, options.rpID),
                response: try AuthenticationResponse(try reader.member("response", expected: "an object")),
                credential: try StoredCredential(try reader.member("credential", expected: "an object"))))
    }

    /// The options, possibly inside the argument of `navigator.credentials`: `{"publicKey": ..., "mediation": ...}`.
    private static func options(
        _ reader: JSONReader
    ) throws(JSONMemberError) -> (reader: JSONReader, mediation: CredentialMediationRequirement?) {
        let options = try reader.member("options", expected: "an object")
        let mediation = try reader.optional("mediation")
        guard try options.object()["challenge"] == nil, let publicKey = try options.optional("publicKey") else {
            return (options, try mediation?.choice())
        }
        let inner = try options.optional("mediation")
        return (publicKey, try (mediation ?? inner)?.choice())
    }

    private static func rpID(_ reader: JSONReader, _ fallback: String?) throws(JSONMemberError) -> String {
        if let member = try reader.optional("rpId") { return try member.string() }
        guard let fallback else {
            throw JSONMemberError(path: "rpId", found: "nothing", expected: "a string, as the options have none")
        }
        return fallback
    }

    /// `origins` and `time` take precedence over the same members of `policy`.
    private static func policy(
        _ reader: JSONReader, over base: VerificationPolicy, known: KnownAnchors
    ) throws(JSONMemberError) -> VerificationPolicy {
        var policy = base
        if let member = try reader.optional("policy") { try policy.read(member) }
        if let origins = try reader.optional("origins") { policy.origins = try origins.strings() }
        guard !policy.origins.isEmpty else {
            throw JSONMemberError(path: "origins", found: "none", expected: "an array of one origin or more")
        }
        if let time = try reader.optional("time") { policy.time = try time.timestamp() }
        if let anchors = try reader.optional("trustAnchors") {
            let certificates = try anchors.map { (anchor) throws(JSONMemberError) in try known.certificates(anchor) }
            policy.trustAnchors.add(certificates.flatMap(\.self))
            policy.untrustedAttestation = .reject
        }
        return policy
    }

    // MARK: Writing

    /// The document's JSON, which reads back as the same document over `basePolicy`: members that equal its values are
    /// omitted.
    public var json: JSON {
        var json: JSONObject = ["id": .string(id)]
        json["description"] = description.map(JSON.string)
        switch ceremony {
        case .registration(let ceremony):
            json["kind"] = .string(Kind.registration.rawValue)
            json["options"] = ceremony.options.json
            json["mediation"] = ceremony.mediation.map { .string($0.rawValue) }
            write(rpID: ceremony.rpID, to: &json)
            json["response"] = ceremony.response.essentialJSON
        case .authentication(let ceremony):
            json["kind"] = .string(Kind.authentication.rawValue)
            json["options"] = ceremony.options.json
            write(rpID: ceremony.rpID, to: &json)
            json["response"] = ceremony.response.json()
            json["credential"] = ceremony.credential.json
        }
        let members = policy.members(besides: Self.basePolicy)
        json["policy"] = members.isEmpty ? nil : .object(members)
        if policy.untrustedAttestation == .reject {
            json["trustAnchors"] = .array(policy.trustAnchors.general.map { .string(Base64.encode($0.der)) })
        }
        json["time"] = policy.time.map { .string($0.description) }
        json["expected"] = expected?.json
        return .object(json)
    }

    private func write(rpID: String, to json: inout JSONObject) {
        json["origins"] = .array(policy.origins.map(JSON.string))
        json["rpId"] = .string(rpID)
    }
}
