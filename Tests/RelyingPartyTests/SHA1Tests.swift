import Attestation
import Testing
import ToqueCOSE
import ToqueCrypto
import ToqueWebAuthn

@testable import RelyingParty

/// RS1 is valid only for the keys of TPMs, if both the options and the policy allow it.
@Suite("Keys that sign with SHA-1")
struct SHA1Tests {
    private static let policy = VerificationPolicy.expected {
        $0.allowRS1 = true
        $0.untrustedAttestation = .report
    }

    /// A registration of the RS1 key with a TPM's statement by an RSA key and SHA-256.
    private func draft() throws -> RegistrationDraft {
        var draft = try RegistrationDraft(.rs1)
        draft.options.pubKeyCredParams.append(.rs1)
        let tpm = TPMDraft(credential: .rs1)
        var format = try tpm.draft()
        draft.data.attestedCredentialData?.aaguid = FormatDraft.aaguid
        format.data = draft.data
        format.clientDataHash = Digest.sha256(draft.clientData.serialized)
        let statement = try tpm.statement(
            format, FormatDraft.pair("attestation").0, [format.issued().der])
        draft.changeObject = { ($0.format, $0.statement) = (.tpm, AttestationStatement.tpm(statement).encoded) }
        return draft
    }

    private func code(_ draft: RegistrationDraft, _ policy: VerificationPolicy = policy) throws -> VerdictCode? {
        RelyingParty(policy: policy).verify(try draft.ceremony()).failure?.code
    }

    @Test("An RS1 key with a TPM statement is registered if options and policy allow RS1")
    func areRegisteredFromATPM() throws {
        let verdict = RelyingParty(policy: Self.policy).verify(try draft().ceremony())
        #expect(verdict.value?.algorithm == .rs1, "\(String(describing: verdict.failure))")
    }

    @Test("An RS1 key is refused unless the options, the policy and a TPM statement allow it")
    func areNotOtherwise() throws {
        let draft = try draft()
        #expect(try code(draft, .expected { $0.untrustedAttestation = .report }) == .algorithmNotAllowed)
        var unoffered = draft
        unoffered.options.pubKeyCredParams = COSEAlgorithm.supported
        #expect(try code(unoffered) == .algorithmNotAllowed)
        unoffered.options.pubKeyCredParams = []
        #expect(try code(unoffered) == .algorithmNotAllowed)
        for format in [AttestationFormat.none, .packed] {
            var other = try RegistrationDraft(.rs1, format: format)
            other.options.pubKeyCredParams.append(.rs1)
            #expect(try code(other) == .algorithmNotAllowed)
        }
    }

    @Test("An assertion by an RS1 key is accepted only if the policy allows RS1")
    func areUsedByPolicy() throws {
        let ceremony = try AuthenticationDraft(.rs1).ceremony()
        #expect(RelyingParty(policy: Self.policy).verify(ceremony).isValid)
        #expect(RelyingParty(policy: Expected.policy).verify(ceremony).failure?.code == .algorithmNotAllowed)
    }
}
