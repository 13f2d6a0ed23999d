import ToqueEncoding

/// The verifying side of WebAuthn (Level 3 section 7). It keeps no ceremony state: the caller stores challenges and
/// credentials, and must invalidate each challenge when it is used. Reuse one value if attestation certificates are
/// verified: it remembers which chains lead to a trust anchor, and shares that with its copies, even those with other
/// policies.
public struct RelyingParty: Sendable {
    public var policy: VerificationPolicy
    private let clock: @Sendable () -> Timestamp
    let chains = ChainCache()

    /// - Parameters:
    ///   - policy: the rules for accepting a ceremony.
    ///   - clock: the time of the ceremonies, unless the policy's `time` sets it.
    public init(policy: VerificationPolicy, clock: @escaping @Sendable () -> Timestamp = Timestamp.now) {
        self.policy = policy
        self.clock = clock
    }

    /// Registering a New Credential (section 7.1), starting with the response. Malformed input gives a verdict.
    public func verify(_ ceremony: RegistrationCeremony) -> Verdict<RegisteredCredential> {
        Verification.run(.registration, policy: policy, clock: clock, chains: chains) {
            (verification) throws(VerificationFailure) in try verification.register(ceremony)
        }
    }

    /// Verifying an Authentication Assertion (section 7.2), starting with the response. Malformed input gives a
    /// verdict.
    public func verify(_ ceremony: AuthenticationCeremony) -> Verdict<AuthenticatedCredential> {
        Verification.run(.authentication, policy: policy, clock: clock, chains: chains) {
            (verification) throws(VerificationFailure) in try verification.authenticate(ceremony)
        }
    }
}
