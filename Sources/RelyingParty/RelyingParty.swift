/// The verifying side of WebAuthn (Level 3 section 7). A value without state: challenges and credentials are kept by
/// the caller, who must take back each challenge when it is used.
public struct RelyingParty: Sendable {
    public var policy: VerificationPolicy

    public init(policy: VerificationPolicy) { self.policy = policy }

    /// Registering a New Credential (section 7.1), from the response on. Malformed input is a verdict.
    public func verify(_ ceremony: RegistrationCeremony) -> Verdict<RegisteredCredential> {
        Verification.run(.registration, policy: policy) { (verification) throws(VerificationFailure) in
            try verification.register(ceremony)
        }
    }

    /// Verifying an Authentication Assertion (section 7.2), from the response on. Malformed input is a verdict.
    public func verify(_ ceremony: AuthenticationCeremony) -> Verdict<AuthenticatedCredential> {
        Verification.run(.authentication, policy: policy) { (verification) throws(VerificationFailure) in
            try verification.authenticate(ceremony)
        }
    }
}
