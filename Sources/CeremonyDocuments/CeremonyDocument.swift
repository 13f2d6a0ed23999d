import RelyingParty
import ToqueEncoding

/// A ceremony with everything that its verification needs and the verdict that is expected: what `toque verify` reads,
/// what the sandbox keeps of a ceremony, and one unit of the test vectors. `docs/verify.md` describes its JSON.
public struct CeremonyDocument: Sendable, Hashable {
    public enum Ceremony: Sendable, Hashable {
        case registration(RegistrationCeremony)
        case authentication(AuthenticationCeremony)
    }

    /// What the verdict goes by.
    public var id: String
    /// A sentence for people.
    public var description: String?
    public var ceremony: Ceremony
    /// The policy with the document's origins, trust anchors and time.
    public var policy: VerificationPolicy
    /// Nil where the ceremony just has to be valid.
    public var expected: Expectation?

    public init(
        id: String, description: String? = nil, ceremony: Ceremony, policy: VerificationPolicy,
        expected: Expectation? = nil
    ) {
        self.id = id
        self.description = description
        self.ceremony = ceremony
        self.policy = policy
        self.expected = expected
    }

    /// What a document's policy starts from: strict, but for chains, which are not judged until there are trust
    /// anchors.
    public static let basePolicy = VerificationPolicy(origins: [], untrustedAttestation: .report)

    /// Verifies the ceremony.
    public func judge() -> CeremonyVerdict { judge(with: RelyingParty(policy: policy)) }

    /// Verifies the ceremony by the document's policy.
    /// - Parameter relyingParty: who remembers the chains.
    func judge(with relyingParty: RelyingParty) -> CeremonyVerdict {
        var relyingParty = relyingParty
        relyingParty.policy = policy
        switch ceremony {
        case .registration(let ceremony):
            let verdict = relyingParty.verify(ceremony)
            return CeremonyVerdict(
                id: id, failure: verdict.failure, checks: verdict.checks, attestation: verdict.value?.attestation,
                credential: verdict.value?.credential, expected: expected)
        case .authentication(let ceremony):
            let verdict = relyingParty.verify(ceremony)
            return CeremonyVerdict(
                id: id, failure: verdict.failure, checks: verdict.checks, credential: verdict.value?.credential,
                expected: expected)
        }
    }
}
