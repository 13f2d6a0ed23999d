import Attestation
import Testing
import ToqueCOSE
import ToqueCrypto
import ToqueEncoding
import ToqueTestSupport
import ToqueWebAuthn

@testable import RelyingParty

/// Published statements, each verified only by its format's procedure.
@Suite(
    "Published statements",
    .enabled(if: Corpora.isAvailable, "TOQUE_CORPORA names no folder of vectors"))
struct CorpusTests {
    /// Whether the statement has something to verify besides the credential's own signature.
    private func isCertified(_ object: AttestationObject) -> Bool {
        switch object.format {
        case .packed: object.statement.mapValue?["x5c"] != nil
        case .fidoU2F, .tpm, .androidKey, .apple, .androidSafetyNet: true
        default: false
        }
    }

    private func verify(
        _ object: AttestationObject, _ clientDataHash: [UInt8], _ policy: VerificationPolicy
    ) throws -> Verdict<[AttestationConclusion]> {
        let data = try AuthenticatorData(decoding: object.authenticatorData)
        let attested = try #require(data.attestedCredentialData)
        let publicKey = try COSEKey(decoding: attested.credentialPublicKey, allowRS1: policy.allowRS1)
        let input = AttestationInput(
            authenticatorData: object.authenticatorData, clientDataHash: clientDataHash, data: data,
            attested: attested, publicKey: publicKey, credentialKey: try publicKey.verifyingKey(),
            time: Timestamp(microseconds: 0))
        let statement = try AttestationStatement(object)
        return Verification.run(.registration, policy: policy) { (verification) throws(VerificationFailure) in
            try verification.verify(statement, input)
        }
    }

    @Test("Statements of real authenticators verify, except those known to be wrong")
    func ofRealAuthenticators() throws {
        // Only cases with a faulty statement; the other faults are elsewhere in the ceremony.
        let failures: [String: VerdictCode] = [
            "simple-packed-11-neg": .attestationAAGUIDMismatch, "simple-tpm-13-neg": .attestationAAGUIDMismatch,
            "simple-android-safetynet-02-neg": .safetyNetIntegrityFailed,
            "go-android-safetynet-05-neg": .badAttestationSignature,
        ]
        // FIDO's own tools name an unregistered TPM manufacturer, old TPMs sign with SHA-1, and the SafetyNet responses
        // were fresh at their time.
        let policy = VerificationPolicy.expected {
            $0.tpmVendors = .any
            $0.allowRS1 = true
            $0.safetyNetMaxAge = nil
        }
        var verified: [AttestationFormat: Int] = [:]
        for vector in try JSONReader(Corpora.load("attestation-real.json")).member("registrations").elements() {
            let id = try vector.member("id").string()
            let response = try vector.member("credential").member("response")
            let bytes = try #require(Base64URL.decode(response.member("attestationObject").string()))
            guard let object = try? AttestationObject(decoding: bytes), isCertified(object) else { continue }
            let verdict = try verify(object, vector.hex("clientDataHash"), policy)
            #expect(verdict.failure?.code == failures[id], "\(id): \(String(describing: verdict.failure))")
            #expect(verdict.isValid != (failures[id] != nil))
            verified[object.format, default: 0] += 1
        }
        #expect(
            verified == [.packed: 7, .fidoU2F: 5, .tpm: 9, .androidKey: 4, .apple: 2, .androidSafetyNet: 4])
    }

    @Test("The specification's statements verify once the policy relaxes the rules they break")
    func ofTheSpecification() throws {
        var verified: [AttestationFormat: Int] = [:]
        for vector in try JSONReader(Corpora.load("w3c-webauthn-l3.json")).member("cases").elements() {
            let id = try vector.member("id").string()
            let fields = try vector.member("registration").member("fields")
            let object = try AttestationObject(decoding: fields.hex("attestationObject"))
            guard isCertified(object) else { continue }
            let hash = Digest.sha256(try fields.hex("clientDataJSON"))
            // The specification's own statements break three rules of a strict policy.
            let strict = try verify(object, hash, Expected.policy)
            let expected: VerdictCode? =
                switch object.format {
                case .fidoU2F: .attestationAAGUIDMismatch
                case .tpm: .tpmVendorNotRegistered
                case .androidKey: .androidKeyNotAuthorized
                default: nil
                }
            #expect(strict.failure?.code == expected, "\(id): \(String(describing: strict.failure))")
            let lenient = try verify(
                object, hash,
                .expected {
                    $0.u2fAAGUID = .any
                    $0.tpmVendors = .any
                    $0.androidKeyAuthorizations = .optional
                })
            #expect(lenient.isValid, "\(id): \(String(describing: lenient.failure))")
            verified[object.format, default: 0] += 1
        }
        #expect(verified == [.packed: 6, .fidoU2F: 1, .tpm: 1, .androidKey: 1, .apple: 1])
    }
}
