import CTAP

/// A platform's configuration, and the counters of user verification. All of it survives a power cycle and ends with a
/// reset (CTAP 2.3 sections 6.11 and 6.5.2).
public struct AuthenticatorSettings: Sendable, Hashable {
    /// The minimum PIN length in code points (section 6.5.1).
    public static let leastPINLength = 4
    /// The failed built-in user verifications after which only the PIN works (section 6.5.2.3: 1 to 25).
    public static let maxUVRetries = 5
    /// The maximum number of RP IDs for setMinPINLength.
    public static let maxRPIDs = 8

    /// In code points.
    public var minPINLength = leastPINLength
    /// The RPs that may learn the minimum and the policy, at most `maxRPIDs`.
    public var minPINLengthRPIDs: [String] = []
    /// True if the PIN must be changed before it gives a token.
    public var forcePINChange = false
    /// True to refuse PINs that are easy to guess.
    public var pinComplexityPolicy = false
    public var alwaysUv = false
    public var enterpriseAttestation = false
    /// True if a reset takes a touch of five seconds (longTouchForReset).
    public var longTouchForReset = false
    /// The remaining tries of built-in user verification.
    public var uvRetries = maxUVRetries
    /// Built-in user verifications since a PIN was last entered, including failed ones (`uvCountSinceLastPinEntry`,
    /// section 6.4).
    public var uvCountSinceLastPINEntry = 0

    public init() {}

    /// True if the RP may learn the minimum and the policy (sections 12.5 and 12.6).
    func tellsPINPolicy(to rpID: String) -> Bool {
        minPINLengthRPIDs.contains { $0.utf8.elementsEqual(rpID.utf8) }
    }
}

extension AuthenticatorSettings {
    /// Executes setMinPINLength (CTAP 2.3 section 6.11.4) entirely or not at all.
    /// - Parameter pin: nil if none is set.
    /// - Throws: `pinPolicyViolation` for a minimum below the current one, or above the maximum PIN length; `pinNotSet`
    ///   if there is no PIN to change; `keyStoreFull` for too many RP IDs, or one that is longer than a domain.
    mutating func apply(_ policy: AuthenticatorConfig.MinPINLength, pin: PINState?) throws(CTAPStatus) {
        var length = minPINLength
        if let requested = policy.newMinPINLength {
            guard let requested = Int(exactly: requested), requested >= minPINLength, requested <= NewPIN.maxSize else {
                throw .pinPolicyViolation
            }
            length = requested
        }
        let isChangeForced = policy.forceChangePin == true
        guard !isChangeForced || pin != nil else { throw .pinNotSet }
        let rpIDs = policy.minPinLengthRPIDs ?? []
        guard rpIDs.count <= Self.maxRPIDs, rpIDs.allSatisfy({ $0.utf8.count <= MessageLimits.maxRPIDSize }) else {
            throw .keyStoreFull
        }

        minPINLength = length
        // A list replaces the previous one; an empty list leaves it.
        if !rpIDs.isEmpty { minPINLengthRPIDs = rpIDs }
        // Only a reset switches it off. The current PIN may violate the policy, which its stored hash does not show:
        // the platform may also force a change.
        if policy.pinComplexityPolicy == true { pinComplexityPolicy = true }
        if isChangeForced || pin.map({ $0.codePoints < length }) == true { forcePINChange = true }
    }
}
