import Attestation
import Testing
import ToqueCOSE
import ToqueCrypto
import ToqueWebAuthn

@testable import RelyingParty

extension FormatDraft {
    /// Packed attestation (section 8.2).
    static func packed(
        _ algorithm: COSEAlgorithm = .es256, _ type: KeyType = .ec(.p256), credential: COSEAlgorithm = .es256
    ) throws -> FormatDraft {
        let (key, publicKey) = try pair("attestation", type)
        return FormatDraft(credential: try .of(credential), algorithm: algorithm, certified: publicKey) { draft, x5c in
            let algorithm = draft.algorithm ?? .es256
            let scheme = try #require(algorithm.scheme)
            // A key of another type signs with its own algorithm, whatever the statement says.
            let signature =
                try (try? (draft.signer ?? key).sign(draft.message, scheme: scheme))
                ?? key.sign(draft.message, scheme: .ecdsa(.sha256))
            return .packed(PackedStatement(algorithm: algorithm, signature: signature, x5c: x5c))
        }
    }
}

@Suite("Packed attestation with certificates") struct PackedTests {
    @Test(arguments: [
        (COSEAlgorithm.es256, KeyType.ec(.p256)), (.es384, .ec(.p384)), (.es512, .ec(.p521)), (.edDSA, .ed25519),
        (.rs256, .rsa(bits: 2048)),
    ])
    func isVerified(algorithm: COSEAlgorithm, type: KeyType) throws {
        var draft = try FormatDraft.packed(algorithm, type)
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

    /// What may stand in a certificate, and need not.
    @Test func takesWhatIsOptional() throws {
        var draft = try FormatDraft.packed(credential: .edDSA)
        draft.certificate.extensions += [
            draft.keyUsage, .test("1.3.6.1.4.1.45724.1.1.5", DER.integer(42)),
            .test("1.3.6.1.4.1.45724.2.1.1", [0x03, 0x02, 0x04, 0x30]),
        ]
        draft.issuers = [try FormatDraft.packed().issued().der]
        let verdict = try draft.verdict()
        #expect(verdict.value?.first?.trustPath.map(\.der) == [try draft.issued().der] + draft.issuers)
    }

    @Test func namesTheDeviceInEnterpriseAttestation() throws {
        var draft = try FormatDraft.packed()
        draft.certificate.extensions.append(.test("1.3.6.1.4.1.45724.1.1.2", DER.octetString([1, 2, 3])))
        #expect(try draft.verdict().failure?.code == .attestationCertificateInvalid)
        draft.isEnterprise = true
        #expect(try draft.verdict().isValid)
    }

    /// Whether that is so, the options say.
    @Test(arguments: AttestationConveyancePreference.allCases)
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

    static let faults: [Fault<FormatDraft>] = [
        .init("signature of another key", .badAttestationSignature) { $0.signer = try? FormatDraft.pair("other").0 },
        .init("other client data", .badAttestationSignature) { $0.seenHash = Digest.sha256("other") },
        .init("other authenticator data", .badAttestationSignature) {
            $0.seenData = $0.data
            $0.seenData?.signCount += 1
        },
        .init("alg of another curve", .attestationAlgorithmMismatch) { $0.algorithm = .es384 },
        .init("alg of another key type", .attestationAlgorithmMismatch) { $0.algorithm = .rs256 },
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
            $0.certificate.extensions.append(.test("1.3.6.1.4.1.45724.1.1.2", isCritical: true, DER.octetString([1])))
        },
    ]

    @Test(arguments: faults)
    func isRefused(_ fault: Fault<FormatDraft>) throws {
        var draft = try FormatDraft.packed()
        fault.apply(&draft)
        fault.expect(try draft.verdict(fault.policy))
    }

    @Test func selfAttestationIsByTheCredentialsAlgorithm() throws {
        let credential = try TestCredential.of(.es256)
        func draft(_ algorithm: COSEAlgorithm, sign: @escaping @Sendable ([UInt8]) throws -> [UInt8]) -> FormatDraft {
            FormatDraft(credential: credential, algorithm: algorithm, certified: credential.publicKey.parameters) {
                draft, _ in
                .packed(PackedStatement(algorithm: algorithm, signature: try sign(draft.message)))
            }
        }
        let valid = try draft(.es256, sign: credential.sign).verdict()
        #expect(valid.value?.first?.type == .self && valid.value?.first?.trustPath == [])
        #expect(valid.names == [.attestationAlgorithm, .attestationSignature])
        #expect(
            try draft(.es384, sign: credential.sign).verdict().failure?.code == .attestationAlgorithmMismatch)
        let other = try FormatDraft.pair("other").0
        #expect(
            try draft(.es256) { try other.sign($0, scheme: .ecdsa(.sha256)) }.verdict().failure?.code
                == .badAttestationSignature)
    }
}
