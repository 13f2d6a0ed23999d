import RelyingParty
import Testing
import ToqueCrypto
import ToqueEncoding
import ToqueTestSupport
import ToqueWebAuthn

@testable import CeremonyDocuments

@Suite struct CeremonyDocumentTests {
    @Test("A ceremony document round-trips through JSON with all its members")
    func readsWhatItWrites() throws {
        var registration = try SampleCeremony.registration()
        registration.description = "a sentence"
        registration.expected = .invalid(.badSignature)
        registration.policy = VerificationPolicy(
            origins: ["https://example.org", "android:apk-key-hash:x"], allowCrossOrigin: true,
            topOrigins: ["https://example.com"], allowPayment: true, userPresence: .optional,
            userVerification: .required, allowedFormats: [.packed, .none], attestationTypes: [.self, .none],
            trustAnchors: TrustAnchors([try SampleCeremony.certificate()]), tpmVendors: .any,
            androidKeyAuthorizations: .optional, u2fAAGUID: .any, allowRS1: true, safetyNetMaxAge: nil,
            backupFlags: .report, maximumCredentialIDLength: 64, knownCredentialIDs: [[1], [2, 3]], counter: .report,
            unsolicitedExtensions: .reject, time: Timestamp("2026-01-31T12:00:00Z"))
        guard case .registration(var ceremony) = registration.ceremony else {
            Issue.record("no registration")
            return
        }
        ceremony.mediation = .conditional
        registration.ceremony = .registration(ceremony)
        for document in [registration, try SampleCeremony.registration(), try SampleCeremony.authentication()] {
            #expect(try CeremonyDocument(json: JSON(parsing: document.json.serialized())) == document)
        }
    }

    /// Every policy member, so that reading and writing cover each.
    @Test("Every policy member is read, but the document's own origins and time take precedence")
    func policyMembersGoByTheirNames() throws {
        let policy: JSON = [
            "userPresence": "optional", "userVerification": "discouraged", "allowedFormats": ["none", "packed"],
            "attestationTypes": ["anonca", "attca", "basic", "none", "self"], "crossOrigin": true,
            "topOrigins": ["https://example.com"], "allowPayment": true, "backupFlags": "report", "counter": "report",
            "knownCredentialIds": ["AQI"], "maximumCredentialIdLength": 16, "unsolicitedExtensions": "reject",
            "tpmVendors": "any", "androidKeyAuthorizations": "optional", "u2fAaguid": "any", "allowRS1": true,
            "safetyNetMaxAge": .null, "origins": ["https://other.example"], "time": "2020-01-01T00:00:00Z",
        ]
        let json = try SampleCeremony.registration().json.with("policy", policy)
        let read = try CeremonyDocument(json: json).policy
        #expect(
            read
                == VerificationPolicy(
                    origins: [SampleCeremony.origin], allowCrossOrigin: true, topOrigins: ["https://example.com"],
                    allowPayment: true, userPresence: .optional, userVerification: .discouraged,
                    allowedFormats: [.none, .packed], untrustedAttestation: .report, tpmVendors: .any,
                    androidKeyAuthorizations: .optional, u2fAAGUID: .any, allowRS1: true, safetyNetMaxAge: nil,
                    backupFlags: .report, maximumCredentialIDLength: 16, knownCredentialIDs: [[1, 2]],
                    counter: .report, unsolicitedExtensions: .reject, time: Timestamp("2026-01-01T00:00:00Z")))
        let alone = try CeremonyDocument(json: json.with("origins", nil).with("time", nil)).policy
        #expect(alone.origins == ["https://other.example"])
        #expect(alone.time == Timestamp("2020-01-01T00:00:00Z"))
    }

    @Test("A document without policy members is judged strictly")
    func aPolicyThatSaysNothingIsStrict() throws {
        let policy = try CeremonyDocument(json: SampleCeremony.registration().json).policy
        var strict = VerificationPolicy(origins: [SampleCeremony.origin], untrustedAttestation: .report)
        strict.time = policy.time
        #expect(policy == strict)
    }

    struct Broken: Sendable, CustomTestStringConvertible {
        let path: String
        let value: JSON?
        var code = VerdictCode.malformedCeremony
        /// The path in the message, if it is not `path`.
        var at: String?
        var isAuthentication = false

        var testDescription: String { "\(path) \(value?.serialized() ?? "absent")" }
    }

    private static let broken = [
        Broken(path: "id", value: nil), Broken(path: "id", value: 7),
        Broken(path: "description", value: 7),
        Broken(path: "kind", value: nil), Broken(path: "kind", value: "Registration"),
        Broken(path: "origins", value: nil), Broken(path: "origins", value: []),
        Broken(path: "origins", value: [1], at: "origins[0]"), Broken(path: "origins", value: "https://example.org"),
        Broken(path: "rpId", value: 7),
        Broken(path: "trustanchors", value: []), Broken(path: "time", value: "yesterday"),
        Broken(path: "time", value: "2026-01-31"), Broken(path: "mediation", value: "never"),
        Broken(path: "credential", value: [:]),
        Broken(path: "expected", value: "valid"), Broken(path: "expected.verdict", value: "refused"),
        Broken(path: "expected", value: ["verdict": "valid", "code": "x"], at: "expected.code"),
        Broken(path: "expected.reason", value: "x"),
        Broken(path: "policy", value: []), Broken(path: "policy.rs1", value: true),
        Broken(path: "policy.userPresence", value: "preferred"), Broken(path: "policy.counter", value: true),
        Broken(path: "policy.maximumCredentialIdLength", value: 1024),
        Broken(path: "policy.safetyNetMaxAge", value: -1), Broken(path: "policy.allowRS1", value: "true"),
        Broken(path: "policy.knownCredentialIds", value: ["AQ=="], at: "policy.knownCredentialIds[0]"),
        Broken(path: "policy.attestationTypes", value: ["ca"], at: "policy.attestationTypes[0]"),
        // KELVIN SIGN, which equals K by Swift's ==.
        Broken(path: "policy.android\u{212A}eyAuthorizations", value: "optional"),
        Broken(path: "credential.public\u{212A}ey", value: "AQ", isAuthentication: true),
        Broken(path: "options", value: nil, code: .malformedOptions),
        Broken(path: "options", value: "x", code: .malformedOptions),
        Broken(path: "options.challenge", value: "AQ==", code: .malformedOptions),
        Broken(path: "options.user", value: nil, code: .malformedOptions),
        Broken(
            path: "options.pubKeyCredParams", value: [["type": "public-key"]], code: .malformedOptions,
            at: "options.pubKeyCredParams[0].alg"),
        Broken(path: "response", value: nil, code: .malformedResponse),
        Broken(path: "response.rawId", value: "AQI", code: .malformedResponse),
        Broken(path: "response.type", value: "password", code: .malformedResponse),
        Broken(path: "response.response.attestationObject", value: "AR", code: .malformedResponse),
        Broken(path: "response.response.clientDataJSON", value: .null, code: .malformedResponse),
        Broken(path: "trustAnchors", value: "MIIB", code: .malformedTrustAnchor),
        Broken(path: "trustAnchors", value: ["MIIB"], code: .malformedTrustAnchor, at: "trustAnchors[0]"),
        Broken(
            path: "trustAnchors", value: ["-----BEGIN NOTHING-----"], code: .malformedTrustAnchor,
            at: "trustAnchors[0]"),
        Broken(path: "credential", value: nil, isAuthentication: true),
        Broken(path: "credential.publicKey", value: 7, isAuthentication: true),
        Broken(path: "credential.signCount", value: nil, isAuthentication: true),
        Broken(path: "credential.signCount", value: 4_294_967_296, isAuthentication: true),
        Broken(path: "credential.backupEligible", value: "no", isAuthentication: true),
        Broken(path: "credential.aaguid", value: "x", isAuthentication: true),
        Broken(path: "response.response.signature", value: nil, code: .malformedResponse, isAuthentication: true),
        Broken(path: "options.allowCredentials", value: [:], code: .malformedOptions, isAuthentication: true),
    ]

    @Test("A document with a wrong member gets a code and a message with its path", arguments: broken)
    func aMemberThatIsWrongHasAVerdict(_ broken: Broken) throws {
        let sample = try broken.isAuthentication ? SampleCeremony.authentication() : SampleCeremony.registration()
        let verdict = CeremonyVerdict(judging: sample.json.with(broken.path, broken.value))
        #expect(verdict.failure?.code == broken.code)
        #expect(verdict.failure?.message.hasPrefix("\(broken.at ?? broken.path): ") == true, "\(verdict)")
        #expect(verdict.id == (broken.path == "id" ? nil : sample.id))
        #expect(verdict.checks.isEmpty)
    }

    @Test("JSON that is not a ceremony gets malformed_ceremony", arguments: [JSON.null, 7, "text", [], [:]])
    func whatIsNoCeremonyHasAVerdict(_ json: JSON) {
        let verdict = CeremonyVerdict(judging: json)
        #expect(verdict.failure?.code == .malformedCeremony)
        #expect(verdict.id == nil)
    }

    @Test("A document may expect the code of its own malformed options")
    func aMalformedCeremonyCanBeExpected() throws {
        let json = try SampleCeremony.registration().json.with("options.challenge", 7)
            .with("expected", ["verdict": "invalid", "code": "malformed_options"])
        #expect(CeremonyVerdict(judging: json).json["as_expected"] == true)
    }

    @Test("Options may be wrapped in publicKey, with mediation beside them")
    func optionsMayStandInWhatTheBrowserIsGiven() throws {
        let sample = try SampleCeremony.registration().json
        let options = try #require(sample["options"])
        let wrapped = sample.with("options", ["publicKey": options, "mediation": "conditional"])
        guard case .registration(let ceremony) = try CeremonyDocument(json: wrapped).ceremony else {
            Issue.record("no registration")
            return
        }
        #expect(ceremony.mediation == .conditional)
        #expect(CeremonyVerdict(judging: wrapped).isValid)
        let broken = wrapped.with("options.publicKey.challenge", 7)
        #expect(CeremonyVerdict(judging: broken).failure?.message.hasPrefix("options.publicKey.challenge: ") == true)
    }

    @Test("Without its own rpId, a document uses that of its options")
    func theRPIDIsThatOfTheOptionsWhereNoneStandsBesideThem() throws {
        let sample = try SampleCeremony.authentication().json
        #expect(CeremonyVerdict(judging: sample.with("rpId", nil)).isValid)
        #expect(CeremonyVerdict(judging: sample.with("rpId", "example.com")).failure?.code == .rpIDHashMismatch)
        let without = CeremonyVerdict(judging: sample.with("rpId", nil).with("options.rpId", nil))
        #expect(without.failure?.code == .malformedCeremony)
    }
}
