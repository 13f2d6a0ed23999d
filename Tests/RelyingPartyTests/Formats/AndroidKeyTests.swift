import Attestation
import Testing
import ToqueCOSE
import ToqueCrypto
import ToqueWebAuthn

@testable import RelyingParty

extension FormatDraft {
    /// Android key attestation (section 8.4).
    static func androidKey(credential: COSEAlgorithm = .es256) throws -> FormatDraft {
        let credential = try TestCredential.of(credential)
        var draft = FormatDraft(
            credential: credential, algorithm: credential.algorithm, certified: credential.publicKey.parameters
        ) { draft, x5c in
            let algorithm = draft.algorithm ?? .es256
            let signature =
                try draft.signer?.sign(draft.message, scheme: .ecdsa(.sha256)) ?? draft.credential.sign(draft.message)
            return .androidKey(AndroidKeyStatement(algorithm: algorithm, signature: signature, x5c: x5c))
        }
        // The certificate of a keystore.
        draft.certificate.subject = DistinguishedName([.init(.commonName, "Android Keystore Key")])
        draft.certificate.extensions = [draft.keyUsage]
        draft.describeKey()
        return draft
    }

    /// The attestation certificate's KeyDescription with these authorizations.
    mutating func describeKey(
        challenge: [UInt8]? = nil, software: [[UInt8]] = [creation], hardware: [[UInt8]] = [sign, generated],
        isCritical: Bool = false
    ) {
        // Lists that AndroidAuthorizationList does not write.
        let value = DER.sequence(
            DER.integer(300), DER.enumerated(1), DER.integer(300), DER.enumerated(1),
            DER.octetString(challenge ?? clientDataHash), DER.octetString([]), DER.sequence(of: software),
            DER.sequence(of: hardware))
        certificate.extensions.removeAll { $0.identifier == Self.keyDescription }
        certificate.extensions.append(.test(Self.keyDescription, isCritical: isCritical, value))
    }

    static let keyDescription = "1.3.6.1.4.1.11129.2.1.17"

    // Authorizations
    static let creation = DER.explicit(701, DER.integer(1000))
    static let allApplications = DER.explicit(600, DER.null)
    static let sign = purposes(2)
    static let generated = origin(0)
    static func origin(_ value: UInt) -> [UInt8] { DER.explicit(702, DER.integer(value)) }
    static func purposes(_ values: UInt...) -> [UInt8] {
        DER.explicit(1, DER.set(of: values.map { DER.integer($0) }))
    }
}

@Suite("Android key attestation") struct AndroidKeyTests {
    private static let silent = VerificationPolicy.expected { $0.androidKeyAuthorizations = .optional }

    @Test(
        "Android key attestation verifies for EC and RSA credential keys",
        arguments: [COSEAlgorithm.es256, .es384, .rs256])
    func isVerified(algorithm: COSEAlgorithm) throws {
        let draft = try FormatDraft.androidKey(credential: algorithm)
        let verdict = try draft.verdict()
        let conclusion = try #require(verdict.value?.first, "\(String(describing: verdict.failure))")
        #expect(conclusion.format == .androidKey && conclusion.type == .basic)
        #expect(conclusion.trustPath == [try draft.issued()])
        #expect(
            verdict.names == [
                .attestationCertificate, .attestationAlgorithm, .attestationSignature, .attestationKey,
                .attestationNonce, .androidKeyAuthorizations,
            ])
    }

    @Test(
        "The union of both authorization lists authorizes the key",
        arguments: [
            ([FormatDraft.sign, FormatDraft.generated], []), ([FormatDraft.sign], [FormatDraft.generated]),
            ([FormatDraft.sign, FormatDraft.generated], [FormatDraft.sign, FormatDraft.generated]),
        ])
    func eitherListMaySay(software: [[UInt8]], hardware: [[UInt8]]) throws {
        var draft = try FormatDraft.androidKey()
        draft.describeKey(software: software, hardware: hardware)
        #expect(try draft.verdict().isValid)
    }

    /// As in the specification's own test vector.
    @Test("Empty authorization lists are refused unless the policy makes authorizations optional")
    func listsMayBeSilentByPolicy() throws {
        var draft = try FormatDraft.androidKey()
        draft.describeKey(software: [], hardware: [])
        #expect(try draft.verdict().failure?.code == .androidKeyNotAuthorized)
        #expect(try draft.verdict(Self.silent).isValid)
    }

    private static func lists(
        _ name: String, software: [[UInt8]] = [], hardware: [[UInt8]], policy: VerificationPolicy = Expected.policy
    ) -> Fault<FormatDraft> {
        .init(name, .androidKeyNotAuthorized, policy: policy) {
            $0.describeKey(software: software, hardware: hardware)
        }
    }

    static let faults: [Fault<FormatDraft>] =
        FormatDraft.signatureFaults + [
            .init("alg of another key", .attestationAlgorithmMismatch) { $0.algorithm = .es384 },
            .init("the certificate and the signature of another key", .attestationKeyMismatch) {
                guard let other = try? FormatDraft.pair("other") else { return }
                ($0.signer, $0.certificate.publicKey) = other
            },
            .init("a certificate that may not sign", .attestationCertificateInvalid) {
                $0.certificate.extensions[0] = .certificateSigning
            },
            .init("another challenge", .attestationNonceMismatch) {
                $0.describeKey(challenge: Digest.sha256("other"))
            },
            .init("no challenge", .attestationNonceMismatch) { $0.describeKey(challenge: []) },
            .init("no key description", .attestationCertificateInvalid) { $0.certificate.extensions.removeLast() },
            .init("two key descriptions", .attestationCertificateInvalid) {
                $0.certificate.extensions.append($0.certificate.extensions[1])
            },
            .init("a critical key description", .attestationCertificateInvalid) { $0.describeKey(isCritical: true) },
            .init("a key description that is none", .attestationCertificateInvalid) {
                $0.certificate.extensions[1].value = [0x30, 0x00]
            },
            .init("bytes after the key description", .attestationCertificateInvalid) {
                $0.certificate.extensions[1].value += [0x05, 0x00]
            },
            // Another person's attested key issued the certificate.
            .init("an issuer that is attested itself", .attestationCertificateInvalid) {
                guard let issuer = try? $0.issued() else { return }
                $0.issuers = [issuer.der]
            },
            lists("no authorization", hardware: []),
            lists("no origin", hardware: [FormatDraft.sign]),
            lists("no purpose", hardware: [FormatDraft.generated]),
            lists("an imported key", hardware: [FormatDraft.sign, FormatDraft.origin(2)]),
            lists(
                "two origins", software: [FormatDraft.origin(2)], hardware: [FormatDraft.sign, FormatDraft.generated]),
            lists("to encrypt", hardware: [FormatDraft.purposes(0), FormatDraft.generated]),
            lists("to sign and to decrypt", hardware: [FormatDraft.purposes(1, 2), FormatDraft.generated]),
            lists(
                "to sign, and in the other list to attest", software: [FormatDraft.purposes(7)],
                hardware: [FormatDraft.sign, FormatDraft.generated]),
            lists(
                "for all applications",
                hardware: [FormatDraft.sign, FormatDraft.allApplications, FormatDraft.generated]),
            lists(
                "for all applications by software", software: [FormatDraft.allApplications],
                hardware: [FormatDraft.sign, FormatDraft.generated]),
            lists("an imported key, authorizations optional", hardware: [FormatDraft.origin(2)], policy: silent),
            lists("to encrypt, authorizations optional", hardware: [FormatDraft.purposes(0)], policy: silent),
            lists(
                "for all applications, authorizations optional", hardware: [FormatDraft.allApplications], policy: silent
            ),
        ]

    @Test("An Android key statement with one fault is refused with the fault's code", arguments: faults)
    func isRefused(_ fault: Fault<FormatDraft>) throws {
        var draft = try FormatDraft.androidKey()
        fault.apply(&draft)
        fault.expect(try draft.verdict(fault.policy))
    }
}
