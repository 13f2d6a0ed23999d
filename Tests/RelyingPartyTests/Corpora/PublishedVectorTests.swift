import Testing
import ToqueCOSE
import ToqueCrypto
import ToqueEncoding
import ToqueTestSupport
import ToqueWebAuthn

@testable import RelyingParty

/// A case of the specification's section "Test Vectors".
struct PublishedVector: Sendable, CustomTestStringConvertible {
    let id: String
    let type: AttestationType
    /// The rule of the specification that its own vector breaks.
    let relaxation: Relaxation?

    init(_ id: String, _ type: AttestationType, breaking relaxation: Relaxation? = nil) {
        self.id = id
        self.type = type
        self.relaxation = relaxation
    }

    var testDescription: String { id }
}

@Suite(
    "W3C test vectors",
    .enabled(if: Corpora.isAvailable, "w3c-webauthn-l3.json is looked for in the folder that TOQUE_CORPORA names"))
struct PublishedVectorTests {
    static let vectors: [PublishedVector] = [
        .init("none-es256", .none),
        .init("packed-self-es256", .self),
        .init("none-es256-crossOrigin", .none),
        .init("none-es256-topOrigin", .none),
        .init("none-es256-long-credential-id", .none),
        .init("packed-es256", .basic),
        .init("packed-es384", .basic),
        .init("packed-es512", .basic),
        // Its modulus has 3482 bits.
        .init("packed-rs256", .basic),
        .init("packed-eddsa", .basic),
        .init("packed-ed448", .basic),
        // Its clockInfo.safe is neither yes nor no, and no rule checks it.
        .init("tpm-es256", .attca, breaking: .tpmVendor),
        .init("android-key-es256", .basic, breaking: .androidKeyAuthorizations),
        .init("apple-es256", .anonca),
        .init("fido-u2f-es256", .basic, breaking: .u2fAAGUID),
    ]

    private static let file = Result { JSONReader(try Corpora.load("w3c-webauthn-l3.json")) }
    private static let prefix = "sctn-test-vectors-"

    @Test("The table lists every case of the W3C test vectors")
    func theTableHasThemAll() throws {
        let ids = try Self.file.get().member("cases").elements().map { try $0.member("id").string() }
        #expect(ids == Self.vectors.map { Self.prefix + $0.id })
    }

    @Test("A W3C vector registers and authenticates, once the policy relaxes the rule it breaks", arguments: vectors)
    func isRegisteredAndUsed(_ expected: PublishedVector) throws {
        let vector = try #require(
            try Self.file.get().member("cases").elements()
                .first { try $0.member("id").string() == Self.prefix + expected.id })
        let root = try Self.file.get().member("attestation_trust_root").hex("attestation_ca_cert")
        let strict = VerificationPolicy(
            origins: [try vector.member("origin").string()],
            allowCrossOrigin: try vector.member("crossOrigin").bool(),
            topOrigins: try vector.optional("topOrigin").map { [try $0.string()] } ?? [],
            trustAnchors: TrustAnchors([try Certificate(der: root)]), time: Timestamp("2026-01-01T00:00:00Z"))
        var policy = strict
        expected.relaxation?.apply(to: &policy)

        let registration = try Self.registration(vector)
        let verdict = RelyingParty(policy: policy).verify(registration)
        let registered = try verdict.result.get()
        #expect(registered.attestation.type == expected.type)
        #expect(registered.attestation.trusted == ![.none, .self].contains(expected.type))
        #expect(verdict.checks.allSatisfy { $0.passed })
        #expect(
            RelyingParty(policy: strict).verify(registration).failure?.code == expected.relaxation?.codes.first)

        let assertion = try Self.assertion(vector, with: registered.credential)
        let authenticated = try RelyingParty(policy: strict).verify(assertion).result.get()
        #expect(authenticated.credential.signCount == 0)
    }

    private static func registration(_ vector: JSONReader) throws -> RegistrationCeremony {
        let fields = try vector.member("registration").member("fields")
        let rpID = try vector.member("rpId").string()
        return RegistrationCeremony(
            options: .init(
                rp: .init(id: rpID, name: rpID), user: .init(id: [1], name: "", displayName: ""),
                challenge: try fields.hex("challenge"), pubKeyCredParams: COSEAlgorithm.offered),
            rpID: rpID,
            response: RegistrationResponse(
                credentialID: try fields.hex("credential_id"), clientDataJSON: try fields.hex("clientDataJSON"),
                attestationObject: try fields.hex("attestationObject")))
    }

    private static func assertion(
        _ vector: JSONReader, with credential: StoredCredential
    ) throws -> AuthenticationCeremony {
        let fields = try vector.member("authentication").member("fields")
        return AuthenticationCeremony(
            options: .init(challenge: try fields.hex("challenge"), allowCredentials: [.init(id: credential.id)]),
            rpID: try vector.member("rpId").string(),
            response: AuthenticationResponse(
                credentialID: credential.id, clientDataJSON: try fields.hex("clientDataJSON"),
                authenticatorData: try fields.hex("authenticatorData"), signature: try fields.hex("signature"),
                userHandle: nil),
            credential: credential)
    }
}
