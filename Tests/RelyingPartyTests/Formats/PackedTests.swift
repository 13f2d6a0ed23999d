import Attestation
import Testing
import ToqueCOSE
import ToqueCrypto
import ToqueWebAuthn

@testable import RelyingParty

extension FormatDraft {
    /// Packed attestation (section 8.2) with a key of the algorithm, for an EdDSA credential.
    static func packed(_ algorithm: COSEAlgorithm = .es256) throws -> FormatDraft {
        let attestation = try TestCredential.of(algorithm)
        return FormatDraft(
            credential: try .of(.edDSA), algorithm: algorithm, certified: attestation.publicKey.parameters
        ) { draft, x5c in
            let signature =
                try draft.signer?.sign(draft.message, scheme: .ecdsa(.sha256)) ?? attestation.sign(draft.message)
            return .packed(PackedStatement(algorithm: draft.algorithm ?? algorithm, signature: signature, x5c: x5c))
        }
    }
}

@Suite("Packed attestation with certificates") struct PackedTests {
    @Test(
        "Packed attestation with a certificate verifies for every supported algorithm",
        arguments: COSEAlgorithm.supported)
    func isVerified(algorithm: COSEAlgorithm) throws {
        var draft = try FormatDraft.packed(algorithm)
        draft.certificate.extensions.append(.aaguid())
        let verdict = try draft.verdict()
        let conclusion = try #require(verdict.value?.first, "\(String(describing: verdict.failure))")
        #expect(conclusion.format == .packed && conclusion.type == .basic)
        #expect(conclusion.trustPath == [try draft.issued()])
        #expect(
            verdict.names == [
                .attestationCertificate, .attestationAlgorithm, .attestationSignature, .attestationAAGUID,
            ])
    }

    @Test("Optional certificate extensions and a second certificate are accepted")
    func takesWhatIsOptional() throws {
        var draft = try FormatDraft.packed()
        draft.certificate.extensions += [
            draft.keyUsage, .test("1.3.6.1.4.1.45724.1.1.5", DER.integer(42)),
            .test("1.3.6.1.4.1.45724.2.1.1", [0x03, 0x02, 0x04, 0x30]),
        ]
        draft.issuers = [try FormatDraft.packed().issued().der]
        let verdict = try draft.verdict()
        #expect(verdict.value?.first?.trustPath.map(\.der) == [try draft.issued().der] + draft.issuers)
    }

    @Test("A serial number in the certificate is accepted only in enterprise attestation")
    func namesTheDeviceInEnterpriseAttestation() throws {
        var draft = try FormatDraft.packed()
        draft.certificate.extensions.append(.test("1.3.6.1.4.1.45724.1.1.2", DER.octetString([1, 2, 3])))
        #expect(try draft.verdict().failure?.code == .attestationCertificateInvalid)
        draft.isEnterprise = true
        #expect(try draft.verdict().isValid)
    }

    @Test(
        "Only options with attestation enterprise allow a serial number in the certificate",
        arguments: AttestationConveyancePreference.allCases)
    func enterpriseAttestationIsAskedFor(_ preference: AttestationConveyancePreference) throws {
        var draft = try RegistrationDraft()
        draft.options.attestation = preference
        draft.certify { $0.extensions.append(.test("1.3.6.1.4.1.45724.1.1.2", DER.octetString([1]))) }
        let policy = VerificationPolicy.expected { $0.untrustedAttestation = .report }
        let failure = RelyingParty(policy: policy).verify(try draft.ceremony()).failure
        #expect(
            failure?.code == (preference == .enterprise ? nil : .attestationCertificateInvalid),
            "\(String(describing: failure))")
    }

    static let faults: [Fault<FormatDraft>] =
        FormatDraft.signatureFaults + [
            .init("alg of another curve", .attestationAlgorithmMismatch) { $0.algorithm = .es384 },
            .init("alg of another key type", .attestationAlgorithmMismatch) { $0.algorithm = .rs256 },
            .init("alg by SHA-1", .attestationAlgorithmNotAllowed, policy: .expected { $0.allowRS1 = true }) {
                $0.algorithm = .rs1
            },
            .init("a second certificate that is none", .malformedAttestationStatement) { $0.issuers = [[0x30, 0x00]] },
            .init("key usage without digitalSignature", .attestationCertificateInvalid) {
                $0.certificate.extensions.append(.test("2.5.29.15", [0x03, 0x02, 0x02, 0x04]))
            },
            .init("no basic constraints", .attestationCertificateInvalid) { $0.certificate.extensions = [] },
            .init("an authority", .attestationCertificateInvalid) {
                $0.certificate.extensions = [.basicConstraints(isAuthority: true)]
            },
            .init("no C", .attestationCertificateInvalid) { $0.certificate.subject.entries.remove(at: 0) },
            .init("C of three letters", .attestationCertificateInvalid) {
                $0.certificate.subject.entries[0].value = "BRA"
            },
            .init("no O", .attestationCertificateInvalid) { $0.certificate.subject.entries.remove(at: 1) },
            .init("no OU", .attestationCertificateInvalid) { $0.certificate.subject.entries.remove(at: 2) },
            .init("another OU", .attestationCertificateInvalid) {
                $0.certificate.subject.entries[2].value = "Authenticator attestation"
            },
            .init("no CN", .attestationCertificateInvalid) { $0.certificate.subject.entries.remove(at: 3) },
            .init("another AAGUID", .attestationAAGUIDMismatch) { $0.certificate.extensions.append(.aaguid(.zero)) },
            .init("a critical AAGUID", .attestationCertificateInvalid) {
                $0.certificate.extensions.append(.aaguid(isCritical: true))
            },
            .init("the AAGUID twice", .attestationCertificateInvalid) {
                $0.certificate.extensions += [.aaguid(), .aaguid()]
            },
            .init("an AAGUID in one OCTET STRING", .attestationCertificateInvalid) {
                $0.certificate.extensions.append(.test("1.3.6.1.4.1.45724.1.1.4", FormatDraft.aaguid.bytes))
            },
            .init("an AAGUID of 17 bytes", .attestationCertificateInvalid) {
                $0.certificate.extensions.append(
                    .test("1.3.6.1.4.1.45724.1.1.4", DER.octetString(FormatDraft.aaguid.bytes + [0])))
            },
            .init("a critical firmware version", .attestationCertificateInvalid) {
                $0.certificate.extensions.append(.test("1.3.6.1.4.1.45724.1.1.5", isCritical: true, DER.integer(1)))
            },
            .init("a negative firmware version", .attestationCertificateInvalid) {
                $0.certificate.extensions.append(.test("1.3.6.1.4.1.45724.1.1.5", [0x02, 0x01, 0xFF]))
            },
            .init("a critical serial number", .attestationCertificateInvalid) {
                $0.isEnterprise = true
                $0.certificate.extensions.append(
                    .test("1.3.6.1.4.1.45724.1.1.2", isCritical: true, DER.octetString([1])))
            },
        ]

    @Test("A packed statement with one fault is refused with the fault's code", arguments: faults)
    func isRefused(_ fault: Fault<FormatDraft>) throws {
        var draft = try FormatDraft.packed()
        fault.apply(&draft)
        fault.expect(try draft.verdict(fault.policy))
    }

    @Test("Self attestation verifies only with the credential's own key and algorithm")
    func selfAttestationIsByTheCredentialsAlgorithm() throws {
        let draft = try FormatDraft.packed()
        func verdict(_ algorithm: COSEAlgorithm, _ signature: [UInt8]) throws -> Verdict<[AttestationConclusion]> {
            try draft.verdict(of: .packed(PackedStatement(algorithm: algorithm, signature: signature)))
        }
        let signature = try draft.credential.sign(draft.message)
        let valid = try verdict(.edDSA, signature)
        #expect(valid.value?.first?.type == .self && valid.value?.first?.trustPath == [])
        #expect(valid.names == [.attestationAlgorithm, .attestationSignature])
        // The same algorithm by another name.
        #expect(try verdict(.ed25519, signature).failure?.code == .attestationAlgorithmMismatch)
        let other = try FormatDraft.pair("other", .ed25519).0.sign(draft.message, scheme: .ed25519)
        #expect(try verdict(.edDSA, other).failure?.code == .badAttestationSignature)
    }

    /// An RS1 key may be a TPM's, but this is not a TPM's statement.
    @Test("Packed self attestation by RS1 is refused, even if the policy allows RS1")
    func selfAttestationIsNotBySHA1() throws {
        let credential = try TestCredential.of(.rs1)
        var draft = try FormatDraft.packed()
        draft.data.attestedCredentialData?.credentialPublicKey = credential.publicKey.encoded
        let statement = PackedStatement(algorithm: .rs1, signature: try credential.sign(draft.message))
        let verdict = try draft.verdict(.expected { $0.allowRS1 = true }, of: .packed(statement))
        #expect(verdict.failure?.code == .attestationAlgorithmNotAllowed)
    }
}
