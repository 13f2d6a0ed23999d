import Attestation
import Testing
import ToqueCOSE
import ToqueCrypto
import ToqueWebAuthn

@testable import RelyingParty

extension FormatDraft {
    /// FIDO U2F attestation (section 8.6).
    static func fidoU2F(credential: COSEAlgorithm = .es256) throws -> FormatDraft {
        let (key, publicKey) = try pair("attestation")
        var draft = FormatDraft(
            credential: try .of(credential), aaguid: .zero, algorithm: nil, certified: publicKey
        ) { draft, x5c in
            let attested = try #require(draft.data.attestedCredentialData)
            var message = [0x00] + draft.data.rpIDHash + draft.clientDataHash + attested.credentialID
            if case .ec(_, let x, let y) = draft.credential.publicKey.parameters { message += [0x04] + x + y }
            return .fidoU2F(
                FIDOU2FStatement(
                    signature: try (draft.signer ?? key).sign(message, scheme: .ecdsa(.sha256)), x5c: x5c))
        }
        // U2F has no rules for its certificates.
        draft.certificate.extensions = []
        draft.certificate.subject = DistinguishedName([.init(.commonName, "Example U2F key")])
        return draft
    }
}

@Suite("FIDO U2F attestation") struct FIDOU2FTests {
    @Test("FIDO U2F attestation verifies as basic, with every check of the format")
    func isVerified() throws {
        let draft = try FormatDraft.fidoU2F()
        let verdict = try draft.verdict()
        let conclusion = try #require(verdict.value?.first, "\(String(describing: verdict.failure))")
        #expect(conclusion.format == .fidoU2F && conclusion.type == .basic)
        #expect(conclusion.trustPath == [try draft.issued()])
        #expect(
            verdict.names == [
                .attestationCertificate, .attestationAlgorithm, .attestationKey, .attestationSignature,
                .attestationAAGUID,
            ])
    }

    @Test("A U2F statement with an AAGUID is accepted if the policy allows any AAGUID")
    func anyAAGUIDByPolicy() throws {
        var draft = try FormatDraft.fidoU2F()
        draft.data.attestedCredentialData?.aaguid = FormatDraft.aaguid
        #expect(try draft.verdict(.expected { $0.u2fAAGUID = .any }).isValid)
    }

    static let faults: [Fault<FormatDraft>] =
        FormatDraft.keyFaults + [
            .init("an AAGUID", .attestationAAGUIDMismatch) {
                $0.data.attestedCredentialData?.aaguid = FormatDraft.aaguid
            },
            .init("another RP ID", .badAttestationSignature) {
                $0.seenData = $0.data
                $0.seenData?.rpIDHash = Digest.sha256("other.example")
            },
            .init("another credential ID", .badAttestationSignature) {
                $0.seenData = $0.data
                $0.seenData?.attestedCredentialData?.credentialID[0] ^= 1
            },
            .init("another public key", .badAttestationSignature) {
                guard let other = try? FormatDraft.pair("other").1,
                    let key = try? COSEKey(algorithm: .es256, parameters: other)
                else { return }
                $0.seenData = $0.data
                $0.seenData?.attestedCredentialData?.credentialPublicKey = key.encoded
            },
            .init("a certificate on P-384", .attestationAlgorithmMismatch) {
                guard let other = try? FormatDraft.pair("other", .ec(.p384)) else { return }
                $0.certificate.publicKey = other.1
            },
            .init("a certificate that may not sign", .attestationCertificateInvalid) {
                $0.certificate.extensions = [.certificateSigning]
            },
        ]

    @Test("A FIDO U2F statement with one fault is refused with the fault's code", arguments: faults)
    func isRefused(_ fault: Fault<FormatDraft>) throws {
        var draft = try FormatDraft.fidoU2F()
        fault.apply(&draft)
        fault.expect(try draft.verdict(fault.policy))
    }

    /// ESP256 is on the same curve.
    @Test(
        "A FIDO U2F statement for a credential key other than ES256 is refused",
        arguments: [COSEAlgorithm.es384, .esp256, .es256K, .edDSA, .rs256])
    func aKeyThatNoU2FKeyMakes(_ algorithm: COSEAlgorithm) throws {
        let verdict = try FormatDraft.fidoU2F(credential: algorithm).verdict()
        #expect(verdict.failure?.code == .attestationAlgorithmMismatch)
        #expect(verdict.checks.last?.name == .attestationKey)
    }
}
