import Attestation
import Testing
import ToqueCOSE
import ToqueCrypto
import ToqueWebAuthn

@testable import RelyingParty

extension FormatDraft {
    /// Apple's anonymous attestation (section 8.8).
    static func apple(credential: COSEAlgorithm = .es256) throws -> FormatDraft {
        let credential = try TestCredential.of(credential)
        var draft = FormatDraft(
            credential: credential, aaguid: .zero, algorithm: nil, certified: credential.publicKey.parameters
        ) { draft, x5c in .apple(AppleStatement(x5c: x5c, algorithm: draft.algorithm)) }
        draft.certificate.extensions += [draft.keyUsage, .appleNonce(Digest.sha256(draft.message))]
        return draft
    }
}

extension CertificateExtension {
    fileprivate static func appleNonce(_ nonce: [UInt8], tag: UInt = 1, isCritical: Bool = false) -> Self {
        test(
            "1.2.840.113635.100.8.2", isCritical: isCritical,
            DER.sequence(DER.explicit(tag, DER.octetString(nonce))))
    }
}

@Suite("Apple attestation") struct AppleTests {
    /// Apple's devices write alg, which is not in the specification.
    @Test("Apple attestation verifies with and without alg", arguments: [nil, COSEAlgorithm.es256])
    func isVerified(algorithm: COSEAlgorithm?) throws {
        var draft = try FormatDraft.apple()
        draft.algorithm = algorithm
        let verdict = try draft.verdict()
        let conclusion = try #require(verdict.value?.first, "\(String(describing: verdict.failure))")
        #expect(conclusion.format == .apple && conclusion.type == .anonca)
        #expect(conclusion.trustPath == [try draft.issued()])
        #expect(
            verdict.names.filter { $0 != .attestationAlgorithm } == [
                .attestationCertificate, .attestationNonce, .attestationKey,
            ])
        #expect(verdict.names.contains(.attestationAlgorithm) == (algorithm != nil))
    }

    @Test("Apple attestation verifies for a credential key on P-384")
    func ofAKeyOnAnotherCurve() throws {
        #expect(try FormatDraft.apple(credential: .es384).verdict().isValid)
    }

    static let faults: [Fault<FormatDraft>] = [
        .init("alg of another key", .attestationAlgorithmMismatch) { $0.algorithm = .es384 },
        .init("other client data", .attestationNonceMismatch) { $0.seenHash = Digest.sha256("other") },
        .init("other authenticator data", .attestationNonceMismatch) {
            $0.seenData = $0.data
            $0.seenData?.signCount += 1
        },
        .init("the nonce cut short", .attestationNonceMismatch) {
            $0.certificate.extensions[2] = .appleNonce(Digest.sha256($0.message).dropLast())
        },
        .init("no nonce", .attestationCertificateInvalid) { $0.certificate.extensions.removeLast() },
        .init("the nonce twice", .attestationCertificateInvalid) {
            $0.certificate.extensions.append($0.certificate.extensions[2])
        },
        .init("a critical nonce", .attestationCertificateInvalid) {
            $0.certificate.extensions[2] = .appleNonce(Digest.sha256($0.message), isCritical: true)
        },
        .init("the nonce under another tag", .attestationCertificateInvalid) {
            $0.certificate.extensions[2] = .appleNonce(Digest.sha256($0.message), tag: 2)
        },
        .init("bytes after the nonce", .attestationCertificateInvalid) {
            $0.certificate.extensions[2].value += [0x05, 0x00]
        },
        .init("the certificate of another key", .attestationKeyMismatch) {
            guard let other = try? FormatDraft.pair("other") else { return }
            $0.certificate.publicKey = other.1
        },
        .init("a certificate that may not sign", .attestationCertificateInvalid) {
            $0.certificate.extensions[1] = .certificateSigning
        },
    ]

    @Test("An Apple statement with one fault is refused with the fault's code", arguments: faults)
    func isRefused(_ fault: Fault<FormatDraft>) throws {
        var draft = try FormatDraft.apple()
        fault.apply(&draft)
        fault.expect(try draft.verdict(fault.policy))
    }
}
