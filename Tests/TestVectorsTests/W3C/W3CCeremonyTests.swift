import CeremonyDocuments
import RelyingParty
import Testing
import ToqueCrypto
import ToqueEncoding

@testable import TestVectors

@Suite("Ceremonies of the W3C test vectors")
struct W3CCeremonyTests {
    private static let ceremonies = Result { try W3CWebAuthnLevel3.ceremonies() }

    @Test("Each W3C case has two valid ceremonies, and nine more are refused")
    func areTwoForEachCaseAndSomeToRefuse() throws {
        let ceremonies = try Self.ceremonies.get()
        #expect(Set(ceremonies.map(\.id)).count == ceremonies.count)
        #expect(ceremonies.filter { $0.expected == .valid }.count == 2 * W3CCase.all.count)
        #expect(
            ceremonies.filter { $0.expected != .valid }.map(\.id) == [
                "none.ES256.crossOrigin/registration/no-cross-origin",
                "none.ES256.crossOrigin/authentication/no-cross-origin",
                "none.ES256.topOrigin/registration/no-cross-origin",
                "none.ES256.topOrigin/authentication/no-cross-origin",
                "none.ES256.topOrigin/registration/no-top-origin",
                "none.ES256.topOrigin/authentication/no-top-origin",
                "tpm.ES256/registration/no-tpm-vendor",
                "android-key.ES256/registration/no-android-key-authorizations",
                "fido-u2f.ES256/registration/no-u2f-aaguid",
            ])
    }

    @Test("Every W3C ceremony gets the verdict it expects")
    func areJudgedAsExpected() throws {
        for ceremony in try Self.ceremonies.get() {
            let verdict = ceremony.judge()
            #expect(verdict.isAsExpected, "\(ceremony.id): \(verdict.failure.map { "\($0)" } ?? "valid")")
        }
    }

    @Test("Every W3C attestation with certificates verifies with the trust root")
    func attestationsLeadToTheTrustRoot() throws {
        for ceremony in try Self.ceremonies.get() where ceremony.expected == .valid {
            guard case .registration = ceremony.ceremony, let attestation = ceremony.judge().attestation else {
                continue
            }
            let isCertified = attestation.type != .none && attestation.type != .self
            #expect(attestation.trusted == isCertified, "\(ceremony.id)")
        }
    }

    @Test("No ceremony's verdict depends on a chain that another ceremony of the same input completed")
    func areJudgedAsIfAlone() throws {
        let certified = try Self.ceremonies.get().filter { !$0.policy.trustAnchors.isEmpty && $0.expected == .valid }
        #expect(certified.count > 1)
        let pair = try KeyPair.generate(.ec(.p256), random: SeededRandom(seed: "stranger"))
        let name = DistinguishedName([.init(.commonName, "Stranger")])
        let stranger = try CertificateBuilder(
            subject: name, issuer: name, serialNumber: [1], notBefore: 0, notAfter: CertificateBuilder.noExpiration,
            publicKey: pair.publicKey, extensions: [.basicConstraints(isAuthority: true)]
        ).signed(by: SigningKey(pair))
        var documents: [CeremonyDocument] = []
        for ceremony in certified {
            var late = ceremony
            late.policy.time = Timestamp("3025-01-01T00:00:00Z")
            var untrusted = ceremony
            untrusted.policy.trustAnchors = TrustAnchors([stranger])
            documents += [ceremony, late, untrusted, ceremony]
        }
        var text = Array(documents.map { $0.json.serialized() }.joined(separator: "\n").utf8)
        var reader = CeremonyReader {
            defer { text = [] }
            return text
        }
        var verdicts: [CeremonyVerdict] = []
        while let some = try reader.next({ $0 }) { verdicts += some }
        #expect(verdicts == documents.map { $0.judge() })
        #expect(
            verdicts.map(\.failure?.code)
                == certified.flatMap { _ in [nil, .attestationCertificateExpired, .attestationNotTrusted, nil] })
    }

    @Test("Every W3C ceremony round-trips through its JSON document")
    func canBeWrittenAndRead() throws {
        for ceremony in try Self.ceremonies.get() {
            #expect(try CeremonyDocument(json: ceremony.json) == ceremony, "\(ceremony.id)")
        }
    }

    @Test("The W3C files are the same bytes every time")
    func filesAreTheSameEachTime() throws {
        let files = try W3CWebAuthnLevel3.files()
        #expect(Set(files.map(\.name)).count == W3CCase.all.count)
        let texts = files.map { $0.json(of: .w3cWebAuthnLevel3).utf8 }
        #expect(try W3CWebAuthnLevel3.files().map { $0.json(of: .w3cWebAuthnLevel3).utf8 } == texts)
    }
}
