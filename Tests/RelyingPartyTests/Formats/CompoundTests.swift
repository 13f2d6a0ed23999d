import Attestation
import Testing
import ToqueCOSE
import ToqueCrypto
import ToqueWebAuthn

@testable import RelyingParty

/// A compound statement of a TPM and the credential's own key, valid until a test changes it.
struct CompoundDraft: Sendable {
    var tpm = TPMDraft()
    /// Changes the finished parts.
    var changeParts: @Sendable (inout [AttestationStatement]) -> Void = { _ in }

    func draft() throws -> FormatDraft {
        let single = try tpm.draft()
        let (key, publicKey) = try FormatDraft.pair("attestation")
        var draft = FormatDraft(
            credential: single.credential, algorithm: single.algorithm, certified: publicKey
        ) { draft, x5c in
            var parts: [AttestationStatement] = [
                .tpm(try tpm.statement(draft, key, x5c)),
                .packed(PackedStatement(algorithm: .es256, signature: try draft.credential.sign(draft.message))),
            ]
            changeParts(&parts)
            return .compound(CompoundStatement(statements: parts))
        }
        draft.certificate = single.certificate
        return draft
    }
}

@Suite("Compound attestation") struct CompoundTests {
    @Test("Each part of a compound statement is verified and has its own conclusion")
    func allPartsAreVerified() throws {
        let draft = try CompoundDraft().draft()
        let verdict = try draft.verdict()
        let conclusions = try #require(verdict.value, "\(String(describing: verdict.failure))")
        #expect(conclusions.map(\.format) == [.tpm, .packed])
        #expect(conclusions.map(\.type) == [.attca, .self])
        #expect(conclusions.map(\.trustPath) == [[try draft.issued()], []])
    }

    @Test("A part may have the format none, and is judged as such")
    func partThatAttestsNothing() throws {
        let draft = CompoundDraft(changeParts: { $0[1] = .none })
        #expect(try draft.draft().verdict().value?.map(\.type) == [.attca, AttestationType.none])
    }

    static let faults: [Fault<CompoundDraft>] = [
        .init("the first part fails", .badAttestationSignature) {
            $0.tpm.changeStatement = { $0.signature[10] ^= 1 }
        },
        .init("the last part fails", .badAttestationSignature) {
            $0.changeParts = {
                guard case .packed(var packed) = $0[1] else { return }
                packed.signature[10] ^= 1
                $0[1] = .packed(packed)
            }
        },
        .init("a part for other client data", .attestationNonceMismatch) {
            $0.tpm.changeAttest = { $0.extraData[0] ^= 1 }
        },
    ]

    @Test("A compound statement with a failing part is refused with that part's code", arguments: faults)
    func isRefused(_ fault: Fault<CompoundDraft>) throws {
        var draft = CompoundDraft()
        fault.apply(&draft)
        fault.expect(try draft.draft().verdict(fault.policy))
    }
}
