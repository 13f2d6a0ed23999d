import Testing
import ToqueCrypto
import ToqueEncoding
import ToqueTestSupport
import ToqueWebAuthn

@testable import RelyingParty

/// Whole registrations whose verdict depends on metadata.
@Suite("Trust by metadata")
struct MetadataTrustTests {
    private static let authority = Result { try TestAuthority("Example CA") }

    /// A registration of the model that the metadata lists, with its attestation certificate.
    private static func draft() throws -> RegistrationDraft {
        var draft = try RegistrationDraft()
        draft.beOfTheListedModel()
        draft.certify(by: try authority.get())
        return draft
    }

    /// A policy with only metadata, in which the authority is the model's anchor.
    private static func policy(
        _ reports: JSON..., change: (inout VerificationPolicy) -> Void = { _ in }
    ) -> VerificationPolicy {
        .expected { policy in
            policy.time = MetadataMaker.time
            var entry = MetadataEntryDraft(anchors: [try? authority.get().certificate].compactMap(\.self))
            entry.members["statusReports"] = .array(reports)
            policy.metadata = try? MetadataMaker().blob(entry.json)
            change(&policy)
        }
    }

    @Test("A certificate that leads to an anchor in the model's metadata is trusted")
    func theAnchorsOfTheModelCount() throws {
        let relyingParty = RelyingParty(policy: Self.policy())
        for _ in 0..<2 {
            let verdict = relyingParty.verify(try Self.draft().ceremony())
            #expect(verdict.value?.attestation.trusted == true, "\(String(describing: verdict.failure))")
        }
        #expect(relyingParty.chains.count == 1)
    }

    @Test("A chain trusted for one model is not trusted for another")
    func theAnchorsOfAnotherModelDoNot() throws {
        let relyingParty = RelyingParty(policy: Self.policy { $0.untrustedAttestation = .report })
        #expect(relyingParty.verify(try Self.draft().ceremony()).value?.attestation.trusted == true)
        // The chain is cached, but not with an anchor of this model.
        var draft = try Self.draft()
        draft.data.attestedCredentialData?.aaguid = .zero
        let verdict = relyingParty.verify(try draft.ceremony())
        #expect(verdict.value?.attestation.trusted == false)
        #expect(verdict.checks.filter { !$0.passed }.map(\.name) == [.attestationTrust])
    }

    @Test("USER_VERIFICATION_BYPASS is accepted if the policy discourages user verification")
    func aBypassMattersWhereTheUserMustBeVerified() throws {
        let policy = Self.policy(.report("USER_VERIFICATION_BYPASS")) { $0.userVerification = .discouraged }
        #expect(RelyingParty(policy: policy).verify(try Self.draft().ceremony()).isValid)
    }

    static let faults: [Fault<RegistrationDraft>] = [
        .init("outdated", .metadataOutdated, policy: policy { $0.time = Timestamp("2026-04-02T00:00:00Z") }) { _ in },
        .init("older than one seen", .metadataRolledBack, policy: policy { $0.minimumMetadataNumber = 8 }) { _ in },
        .init("revoked", .authenticatorRevoked, policy: policy(.report("REVOKED"))) { _ in },
        .init(
            "compromised", .authenticatorCompromised, policy: policy(.report("ATTESTATION_KEY_COMPROMISE"))
        ) { _ in },
        .init(
            "bypassed", .userVerificationBypassed, policy: policy(.report("USER_VERIFICATION_BYPASS"))
        ) { $0.options.authenticatorSelection.userVerification = .required },
        .init("not the model's authority", .attestationNotTrusted, policy: policy()) { draft in
            draft.certify(by: try? TestAuthority("Example CA", seed: "another"))
        },
    ]

    @Test("A registration with a metadata fault is refused with the fault's code", arguments: faults)
    func isRefusedWithItsCode(_ fault: Fault<RegistrationDraft>) throws {
        var draft = try Self.draft()
        fault.apply(&draft)
        fault.expect(RelyingParty(policy: fault.policy).verify(try draft.ceremony()))
    }
}

extension RegistrationDraft {
    fileprivate mutating func beOfTheListedModel() {
        data.attestedCredentialData?.aaguid = AAGUID(hex(MetadataEntryDraft.aaguid.filter { $0 != "-" })) ?? .zero
    }
}
