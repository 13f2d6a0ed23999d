/// A client's inputs to an authenticator's extensions for a registration.
public struct RegistrationExtensionInputs: Sendable, Hashable {
    /// `credentialProtectionPolicy` (CTAP 2.3 section 12.1).
    public var credentialProtectionPolicy: CredentialProtectionPolicy?
    /// Fail rather than make a credential without the policy.
    public var enforceCredentialProtectionPolicy: Bool
    /// True to request `prf` (section 10.1.4). If there are values and the authenticator can, it evaluates them at
    /// once.
    public var prf: Bool
    public var prfEvaluation: PRFValues?
    /// `credBlob` (CTAP 2.3 section 12.2).
    public var credBlob: [UInt8]?
    /// `largeBlob.support` (section 10.1.5); nil to not request it.
    public var largeBlob: LargeBlobSupport?
    /// `minPinLength` (CTAP 2.3 section 12.5).
    public var minPinLength: Bool
    /// `payment.isPayment` (Secure Payment Confirmation): third parties may use the credential for payments.
    public var payment: Bool
    /// `appidExclude` (section 10.1.2): excluded credentials may also belong to this AppID.
    public var appIDExclude: String?

    public init(
        credentialProtectionPolicy: CredentialProtectionPolicy? = nil,
        enforceCredentialProtectionPolicy: Bool = false, prf: Bool = false, prfEvaluation: PRFValues? = nil,
        credBlob: [UInt8]? = nil, largeBlob: LargeBlobSupport? = nil, minPinLength: Bool = false,
        payment: Bool = false, appIDExclude: String? = nil
    ) {
        self.credentialProtectionPolicy = credentialProtectionPolicy
        self.enforceCredentialProtectionPolicy = enforceCredentialProtectionPolicy
        self.prf = prf
        self.prfEvaluation = prfEvaluation
        self.credBlob = credBlob
        self.largeBlob = largeBlob
        self.minPinLength = minPinLength
        self.payment = payment
        self.appIDExclude = appIDExclude
    }
}

/// Section 10.1.5.
public enum LargeBlobSupport: String, Sendable, Hashable, CaseIterable {
    case required, preferred
}

/// An authenticator's outputs; nil for an output that it does not give. Outputs in the authenticator data are not
/// repeated.
/// repeated.
public struct RegistrationExtensionOutputs: Sendable, Hashable {
    /// `prf.enabled`.
    public var prfEnabled: Bool?
    public var prfResults: PRFValues?
    /// True if the blob was stored.
    public var credBlob: Bool?
    /// `largeBlob.supported`.
    public var largeBlobSupported: Bool?

    public init(
        prfEnabled: Bool? = nil, prfResults: PRFValues? = nil, credBlob: Bool? = nil, largeBlobSupported: Bool? = nil
    ) {
        self.prfEnabled = prfEnabled
        self.prfResults = prfResults
        self.credBlob = credBlob
        self.largeBlobSupported = largeBlobSupported
    }
}
