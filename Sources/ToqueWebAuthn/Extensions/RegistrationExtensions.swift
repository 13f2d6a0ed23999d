/// What a client asks of an authenticator's extensions in a registration.
public struct RegistrationExtensionInputs: Sendable, Hashable {
    /// `credentialProtectionPolicy` (CTAP 2.3 section 12.1).
    public var credentialProtectionPolicy: CredentialProtectionPolicy?
    /// Fail rather than make a credential without the policy.
    public var enforceCredentialProtectionPolicy: Bool
    /// `prf` is wanted (section 10.1.4), and evaluated at once where there are values and the authenticator can.
    public var prf: Bool
    public var prfEvaluation: PRFValues?
    /// `credBlob` (CTAP 2.3 section 12.2).
    public var credBlob: [UInt8]?
    /// `largeBlob.support` (section 10.1.5); nil does not ask for it.
    public var largeBlob: LargeBlobSupport?
    /// `minPinLength` (CTAP 2.3 section 12.5).
    public var minPinLength: Bool
    /// `payment.isPayment` (Secure Payment Confirmation): the credential may be used for payments by third parties.
    public var payment: Bool
    /// `appidExclude` (section 10.1.2): excluded credentials may be this AppID's, too.
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

/// What an authenticator says of them; nil where it says nothing. What stands in the authenticator data as well is not
/// repeated.
public struct RegistrationExtensionOutputs: Sendable, Hashable {
    /// `prf.enabled`.
    public var prfEnabled: Bool?
    public var prfResults: PRFValues?
    /// Whether the blob was stored.
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
