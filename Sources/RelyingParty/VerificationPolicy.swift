import ToqueWebAuthn

/// What a relying party accepts beyond what the options of a ceremony say. Strict by default.
public struct VerificationPolicy: Sendable, Hashable {
    public enum Requirement: String, Sendable, Hashable, CaseIterable {
        case required, optional
    }

    /// What becomes of a ceremony that fails a check which the specification leaves to the relying party.
    public enum Reaction: String, Sendable, Hashable, CaseIterable {
        /// The ceremony fails.
        case reject
        /// The check is listed as not passed, and the ceremony goes on.
        case report
    }

    /// Exact origins: `https://example.org`, or `android:apk-key-hash:...` for an app.
    public var origins: [String]
    /// Whether a frame that is not same-origin with its ancestors may run the ceremony.
    public var allowCrossOrigin: Bool
    /// Exact origins of the pages that may embed it.
    public var topOrigins: [String]
    /// Whether an assertion may be a payment's, of type `payment.get` (Secure Payment Confirmation).
    public var allowPayment: Bool
    /// Whether UP must be set.
    public var userPresence: Requirement
    /// Overrides the options' user verification; nil leaves it to them.
    public var userVerification: UserVerificationRequirement?
    /// What the attestation may be; `basic` must be trusted too.
    public var attestationTypes: Set<AttestationType>
    /// Attestation certificates that lead to no trust anchor, of which none can be configured (step 24 of section 7.1).
    /// Where it is reported, the statement's signature and its certificate have been verified, and the certificate is no
    /// more than a claim.
    public var untrustedAttestation: Reaction
    /// Credential IDs of all users, none of which may be registered again.
    public var knownCredentialIDs: Set<[UInt8]>
    /// A signature counter that did not grow (section 6.1.1).
    public var counter: Reaction
    /// Extension outputs that the options did not ask for (section 9).
    public var unsolicitedExtensions: Reaction

    public init(
        origins: [String], allowCrossOrigin: Bool = false, topOrigins: [String] = [], allowPayment: Bool = false,
        userPresence: Requirement = .required, userVerification: UserVerificationRequirement? = nil,
        attestationTypes: Set<AttestationType> = [.none, .self, .basic], untrustedAttestation: Reaction = .reject,
        knownCredentialIDs: Set<[UInt8]> = [], counter: Reaction = .reject, unsolicitedExtensions: Reaction = .reject
    ) {
        self.origins = origins
        self.allowCrossOrigin = allowCrossOrigin
        self.topOrigins = topOrigins
        self.allowPayment = allowPayment
        self.userPresence = userPresence
        self.userVerification = userVerification
        self.attestationTypes = attestationTypes
        self.untrustedAttestation = untrustedAttestation
        self.knownCredentialIDs = knownCredentialIDs
        self.counter = counter
        self.unsolicitedExtensions = unsolicitedExtensions
    }
}
