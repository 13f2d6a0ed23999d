/// What a client asks of an authenticator's extensions in an assertion.
public struct AuthenticationExtensionInputs: Sendable, Hashable {
    public enum LargeBlob: Sendable, Hashable {
        case read
        case write([UInt8])
    }

    /// `prf.eval` (section 10.1.4).
    public var prfEvaluation: PRFValues?
    /// `prf.evalByCredential`, by credential ID; goes before `prfEvaluation`.
    public var prfEvaluationByCredential: [[UInt8]: PRFValues]
    /// `getCredBlob` (CTAP 2.3 section 12.2).
    public var getCredBlob: Bool
    /// `largeBlob` (section 10.1.5).
    public var largeBlob: LargeBlob?
    /// `payment.isPayment` (Secure Payment Confirmation).
    public var payment: Bool
    /// `appid` (section 10.1.1): what credentials of U2F have in the place of an RP ID; looked for where none of the
    /// allowed credentials is the RP ID's.
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

    /// The values for a credential (section 10.1.4, steps of authentication).
    public func prfEvaluation(for credentialID: [UInt8]) -> PRFValues? {
        prfEvaluationByCredential[credentialID] ?? prfEvaluation
    }
}

/// What an authenticator says of them; nil where it says nothing.
public struct AuthenticationExtensionOutputs: Sendable, Hashable {
    public var prfResults: PRFValues?
    /// `getCredBlob`.
    public var credBlob: [UInt8]?
    /// `largeBlob.blob`.
    public var largeBlob: [UInt8]?
    /// `largeBlob.written`.
    public var largeBlobWritten: Bool?
    /// `appid`: whether the assertion is the AppID's, whose hash it then carries.
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
