import Attestation
import Testing
import ToqueCBOR
import ToqueCrypto
import ToqueWebAuthn

@testable import RelyingParty

@Suite("Trust in compound statements")
struct CompoundTrustTests {
    /// A statement about the credential.
    private enum Part {
        case none, ownKey
        case certified(by: TestAuthority)
    }

    private let authority: TestAuthority
    private let stranger: TestAuthority

    init() throws {
        authority = try TestAuthority("Example CA")
        stranger = try TestAuthority("Stranger")
    }

    private func verdict(
        _ parts: [Part], _ change: (inout VerificationPolicy) -> Void = { _ in }
    ) throws -> Verdict<RegisteredCredential> {
        let draft = try RegistrationDraft()
        var statements: [AttestationStatement] = []
        for part in parts {
            var draft = draft
            switch part {
            case .none: draft.format = .none
            case .ownKey: break
            case .certified(let authority): draft.certify(by: authority)
            }
            let object = try AttestationObject(decoding: draft.ceremony().response.attestationObject)
            statements.append(try AttestationStatement(object))
        }
        var compound = draft
        let statement = AttestationStatement.compound(CompoundStatement(statements: statements)).encoded
        compound.changeObject = { ($0.format, $0.statement) = (.compound, statement) }
        var policy = Expected.policy
        policy.trustAnchors = TrustAnchors([authority.certificate])
        change(&policy)
        return RelyingParty(policy: policy).verify(try compound.ceremony())
    }

    @Test("A compound statement has the attestation type and trust of its strongest part")
    func isAsStrongAsItsStrongestPart() throws {
        for parts in [[.certified(by: authority), .ownKey], [.none, .ownKey, .certified(by: authority)]] as [[Part]] {
            let verdict = try verdict(parts)
            #expect(
                verdict.value?.attestation
                    == AttestationResult(format: .compound, type: .basic, aaguid: .zero, trusted: true),
                "\(String(describing: verdict.failure))")
            #expect(verdict.checks.filter { $0.name == .attestationType }.count == parts.count)
            #expect(verdict.checks.filter { $0.name == .attestationTrust }.count == 1)
        }
        #expect(try verdict([.none, .ownKey]).value?.attestation.type == .`self`)
        #expect(try verdict([.none, .ownKey]).value?.attestation.trusted == false)
        #expect(try verdict([.none, .none]).value?.attestation.type == AttestationType.none)
    }

    @Test("One untrusted certificate makes a compound statement untrusted")
    func everyPartMustBeTrusted() throws {
        let parts: [Part] = [.certified(by: authority), .certified(by: stranger)]
        #expect(try verdict(parts).failure?.code == .attestationNotTrusted)
        let reported = try verdict(parts) { $0.untrustedAttestation = .report }
        #expect(reported.value?.attestation.trusted == false)
        #expect(reported.checks.filter { $0.name == .attestationTrust }.map(\.passed) == [true, false])
    }

    @Test("A compound statement and each of its parts need an accepted format and type")
    func everyPartMustBeOfAnAcceptedFormatAndType() throws {
        let parts: [Part] = [.certified(by: authority), .ownKey]
        #expect(try verdict(parts) { $0.allowedFormats = [.compound, .packed] }.isValid)
        #expect(try verdict(parts) { $0.allowedFormats = [.compound] }.failure?.code == .attestationFormatNotAllowed)
        #expect(try verdict(parts) { $0.allowedFormats = [.packed] }.failure?.code == .attestationFormatNotAllowed)
        #expect(try verdict(parts) { $0.attestationTypes = [.basic] }.failure?.code == .attestationTypeNotAllowed)
    }
}
