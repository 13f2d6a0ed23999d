/// A client's inputs to an authenticator's extensions for an assertion.
public struct AuthenticationExtensionInputs: Sendable, Hashable {
    public enum LargeBlob: Sendable, Hashable {
        case read
        case write([UInt8])
    }

    /// `prf.eval` (section 10.1.4).
    public var prfEvaluation: PRFValues?
    /// `prf.evalByCredential`, by credential ID. It takes precedence over `prfEvaluation`.
    public var prfEvaluationByCredential: [[UInt8]: PRFValues]
    /// `getCredBlob` (CTAP 2.3 section 12.2).
    public var getCredBlob: Bool
    /// `largeBlob` (section 10.1.5).
    public var largeBlob: LargeBlob?
    /// `payment.isPayment` (Secure Payment Confirmation).
    public var payment: Bool
    /// `appid` (section 10.1.1): what U2F credentials have instead of an RP ID. Tried if none of the allowed
    /// credentials belongs to the RP ID.
    public var appID: String?

    public init(
        prfEvaluation: PRFValues? = nil, prfEvaluationByCredential: [[UInt8]: PRFValues] = [:],
        getCredBlob: Bool = false, largeBlob: LargeBlob? = nil, payment: Bool = false, appID: String? = nil
    ) {
        self.prfEvaluation = prfEvaluation
        self.prfEvaluationByCredential = prfEvaluationByCredential
        self.getCredBlob = getCredBlob
        self.largeBlob = largeBlob
        self.payment = payment
        self.appID = appID
    }

    /// The values for a credential (section 10.1.4, authentication steps).
    public func prfEvaluation(for credentialID: [UInt8]) -> PRFValues? {
        prfEvaluationByCredential[credentialID] ?? prfEvaluation
    }
}

/// An authenticator's outputs; nil for an output that it does not give.
public struct AuthenticationExtensionOutputs: Sendable, Hashable {
    public var prfResults: PRFValues?
    /// `getCredBlob`.
    public var credBlob: [UInt8]?
    /// `largeBlob.blob`.
    public var largeBlob: [UInt8]?
    /// `largeBlob.written`.
    public var largeBlobWritten: Bool?
    /// `appid`: true if the assertion is the AppID's, whose hash it then contains.
    public var appID: Bool?

    public init(
        prfResults: PRFValues? = nil, credBlob: [UInt8]? = nil, largeBlob: [UInt8]? = nil,
        largeBlobWritten: Bool? = nil, appID: Bool? = nil
    ) {
        self.prfResults = prfResults
        self.credBlob = credBlob
        self.largeBlob = largeBlob
        self.largeBlobWritten = largeBlobWritten
        self.appID = appID
    }
}
