import RelyingParty
import ToqueEncoding

/// A ceremony with everything that its verification needs and the expected verdict: the input of `toque verify`, the
/// sandbox's record of a ceremony, and one unit of the test vectors. `docs/verify.md` describes its JSON.
public struct CeremonyDocument: Sendable, Hashable {
    public enum Ceremony: Sendable, Hashable {
        case registration(RegistrationCeremony)
        case authentication(AuthenticationCeremony)
    }

    /// The policy for the verdict.
    public var id: String
    /// A description for people.
    public var description: String?
    public var ceremony: Ceremony
    /// The policy with the document's origins, trust anchors and time.
    public var policy: VerificationPolicy
    /// Nil if the ceremony must simply be valid.
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

    /// The base of every document's policy: strict, except that chains are judged only if there are trust anchors.
    public static let basePolicy = VerificationPolicy(origins: [], untrustedAttestation: .report)

    /// Verifies the ceremony.
    public func judge() -> CeremonyVerdict { judge(with: RelyingParty(policy: policy)) }

    /// Verifies the ceremony by the document's policy.
    /// - Parameter relyingParty: remembers the chains.
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
