import Testing
import ToqueEncoding
import ToqueTestSupport
import ToqueWebAuthn

@testable import RelyingParty

/// The expected outcome of a registration in the corpus.
struct RealRegistration: Sendable, CustomTestStringConvertible {
    let id: String
    /// nil if the registration is valid.
    var code: VerdictCode?
    var type = AttestationType.none
    /// The rules that the policy must relax for this outcome.
    var relaxations: [Relaxation] = []

    static func valid(_ id: String, _ type: AttestationType, _ relaxations: Relaxation...) -> RealRegistration {
        RealRegistration(id: id, type: type, relaxations: relaxations)
    }

    static func invalid(_ id: String, _ code: VerdictCode, _ relaxations: Relaxation...) -> RealRegistration {
        RealRegistration(id: id, code: code, relaxations: relaxations)
    }

    var testDescription: String { id }
}

@Suite("Registrations of real authenticators", .enabled(if: Corpora.isAvailable, RealCeremonies.comment))
struct RealRegistrationTests {
    static let registrations: [RealRegistration] = [
        .valid("simple-none-07", .none),
        .valid("simple-tpm-05", .attca, .tpmVendor),
        .valid("simple-tpm-06", .attca, .tpmVendor, .sha1),
        .valid("simple-android-key-02", .basic),
        .valid("simple-packed-04", .self),
        .valid("simple-none-08", .none),
        .valid("simple-fido-u2f-05", .basic),
        .valid("simple-packed-05", .self),
        .valid("simple-packed-06", .self),
        .invalid("simple-android-safetynet-02-neg", .safetyNetIntegrityFailed),
        .valid("simple-fido-u2f-06", .basic),
        .valid("simple-packed-07", .self),
        .valid("simple-packed-08", .basic),
        .valid("simple-none-09", .none),
        .valid("simple-packed-09", .basic),
        .valid("simple-packed-10", .basic),
        .invalid("simple-packed-11-neg", .attestationAAGUIDMismatch),
        .valid("simple-android-key-03", .basic),
        .valid("simple-android-key-04", .basic),
        .valid("simple-apple-02", .anonca),
        .valid("simple-android-safetynet-03", .basic, .safetyNetAge),
        .valid("simple-android-safetynet-04", .basic, .safetyNetAge),
        .valid("simple-tpm-07", .attca, .tpmVendor),
        .valid("simple-tpm-08", .attca, .tpmVendor, .sha1),
        .valid("simple-tpm-09", .attca, .tpmVendor),
        .valid("simple-tpm-10", .attca, .sha1),
        .valid("simple-tpm-11", .attca, .sha1),
        .valid("simple-tpm-12", .attca, .tpmVendor),
        .invalid("simple-tpm-13-neg", .attestationAAGUIDMismatch, .tpmVendor),
        .valid("go-none-10", .none),
        .valid("go-apple-03", .anonca),
        .valid("go-android-key-05", .basic),
        .invalid("go-android-safetynet-05-neg", .badAttestationSignature, .safetyNetAge),
        .valid("go-fido-u2f-07", .basic),
        .valid("go-packed-12", .basic),
        .valid("go-packed-13", .self),
        .valid("go-packed-14", .basic),
        .valid("go-packed-15", .self),
        .valid("go-fido-u2f-08", .basic),
        .valid("go-none-11", .none),
        .valid("go-packed-16", .basic),
        .invalid("simple-none-12-neg", .challengeMismatch),
        .invalid("simple-none-13-neg", .originNotAllowed),
        .invalid("simple-none-14-neg", .rpIDHashMismatch),
        .invalid("simple-none-15-neg", .typeMismatch),
        .invalid("simple-fizzbuzz-01-neg", .attestationFormatUnsupported),
        .invalid("simple-none-16-neg", .userNotPresent),
        .invalid("go-none-17-neg", .malformedAttestationObject),
        .invalid("simple-fido-u2f-09-neg", .userNotVerified),
        .invalid("go-none-18-neg", .credentialIDMismatch),
    ]

    @Test("The table lists every real registration of the corpus")
    func theTableHasThemAll() throws {
        #expect(try RealCeremonies.ids("registrations") == Self.registrations.map(\.id))
    }

    @Test(
        "A real registration gets the verdict in the table, and stricter policies refuse it", arguments: registrations)
    func asExpected(_ expected: RealRegistration) throws {
        let vector = try RealCeremonies.vector("registrations", expected.id)
        let (ceremony, policy) = (try vector.registration(), try Self.policy(vector, without: nil, expected))
        let verdict = RelyingParty(policy: policy).verify(ceremony)
        #expect(verdict.failure?.code == expected.code, "\(String(describing: verdict.failure))")
        #expect(verdict.isValid == (expected.code == nil))
        if verdict.isValid {
            let attestation = try #require(verdict.value?.attestation)
            #expect(attestation.type == expected.type)
            #expect(attestation.trusted == !policy.trustAnchors.isEmpty)
        }
        // A stricter policy refuses each relaxed rule with the rule's own code.
        for relaxation in expected.relaxations where expected.code == nil {
            let strict = try Self.policy(vector, without: relaxation, expected)
            let code = try #require(RelyingParty(policy: strict).verify(ceremony).failure?.code)
            #expect(relaxation.codes.contains(code))
        }
        // Certificates without a chain to an anchor are refused, and so are expired ones.
        guard expected.code == nil, ![.none, .self].contains(expected.type) else { return }
        var strict = policy
        strict.untrustedAttestation = .reject
        strict.trustAnchors = .init()
        #expect(RelyingParty(policy: strict).verify(ceremony).failure?.code == .attestationNotTrusted)
        guard !policy.trustAnchors.isEmpty else { return }
        strict = policy
        strict.time = Timestamp("2099-01-01T00:00:00Z")
        #expect(RelyingParty(policy: strict).verify(ceremony).failure?.code == .attestationCertificateExpired)
    }

    /// The case's policy, at a time when its certificates were valid, with its anchor if the corpus has it.
    private static func policy(
        _ vector: JSONReader, without left: Relaxation?, _ expected: RealRegistration
    ) throws -> VerificationPolicy {
        var policy = try vector.policy()
        for relaxation in expected.relaxations where relaxation != left { relaxation.apply(to: &policy) }
        let chain = try vector.member("expected").optional("chain")
        policy.time = try #require(
            Timestamp(try chain?.member("verification_time_inside_window").string() ?? "2026-11-21T00:00:00Z"))
        if let anchor = try vector.member("trust_path").optional("anchor") {
            policy.trustAnchors = TrustAnchors([try RealCeremonies.anchor(try anchor.string())])
        } else {
            policy.untrustedAttestation = .report
        }
        return policy
    }
}
