import ToqueEncoding

/// The verifying side of WebAuthn (Level 3 section 7). It keeps no state of ceremonies: challenges and credentials are
/// the caller's, who must take back each challenge when it is used. Worth keeping where attestation certificates are
/// verified, as it remembers which chains lead to a trust anchor; its copies share that, also with other policies.
public struct RelyingParty: Sendable {
    public var policy: VerificationPolicy
    private let clock: @Sendable () -> Timestamp
    let chains = ChainCache()

    /// - Parameters:
    ///   - policy: what is accepted.
    ///   - clock: when the ceremonies are taken to happen, where the policy's `time` does not say it.
    public init(policy: VerificationPolicy, clock: @escaping @Sendable () -> Timestamp = Timestamp.now) {
        self.policy = policy
        self.clock = clock
    }

    /// Registering a New Credential (section 7.1), from the response on. Malformed input is a verdict.
    public func verify(_ ceremony: RegistrationCeremony) -> Verdict<RegisteredCredential> {
        Verification.run(.registration, policy: policy, clock: clock, chains: chains) {
            (verification) throws(VerificationFailure) in try verification.register(ceremony)
        }
    }

    /// Verifying an Authentication Assertion (section 7.2), from the response on. Malformed input is a verdict.
    public func verify(_ ceremony: AuthenticationCeremony) -> Verdict<AuthenticatedCredential> {
        Verification.run(.authentication, policy: policy, clock: clock, chains: chains) {
            (verification) throws(VerificationFailure) in try verification.authenticate(ceremony)
        }
    }
}
