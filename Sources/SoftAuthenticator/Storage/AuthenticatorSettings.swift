import CTAP

/// What a platform has configured, and what is counted for user verification: all of it outlives a power cycle and
/// ends with a reset (CTAP 2.3 sections 6.11 and 6.5.2).
public struct AuthenticatorSettings: Sendable, Hashable {
    /// The fewest code points that a PIN may have at all (section 6.5.1).
    public static let leastPINLength = 4
    /// Failed built-in user verifications before only the PIN helps (section 6.5.2.3: 1 to 25).
    public static let maxUVRetries = 5
    /// The most RP IDs that setMinPINLength takes.
    public static let maxRPIDs = 8

    /// In code points.
    public var minPINLength = leastPINLength
    /// RPs that may learn the minimum and the policy, `maxRPIDs` at most.
    public var minPINLengthRPIDs: [String] = []
    /// The PIN has to be changed before it gives a token.
    public var forcePINChange = false
    /// PINs that are easy to guess are refused.
    public var pinComplexityPolicy = false
    public var alwaysUv = false
    public var enterpriseAttestation = false
    /// A reset takes a touch of five seconds (longTouchForReset).
    public var longTouchForReset = false
    /// Tries of built-in user verification that are left.
    public var uvRetries = maxUVRetries
    /// Built-in user verifications since a PIN was entered last, failed ones as well (`uvCountSinceLastPinEntry`,
    /// section 6.4).
    public var uvCountSinceLastPINEntry = 0

    public init() {}

    /// Whether the RP may learn the minimum and the policy (sections 12.5 and 12.6).
    func tellsPINPolicy(to rpID: String) -> Bool {
        minPINLengthRPIDs.contains { $0.utf8.elementsEqual(rpID.utf8) }
    }
}

extension AuthenticatorSettings {
    /// Carries out setMinPINLength (CTAP 2.3 section 6.11.4), all of it or nothing.
    /// - Parameter pin: nil where none is set.
    /// - Throws: `pinPolicyViolation` for a minimum below the present one, or beyond what a PIN can have; `pinNotSet`
    ///   where there is no PIN to change; `keyStoreFull` for too many RP IDs, or one that is longer than a domain.
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
        // A list takes the place of the one before; an empty one leaves it.
        if !rpIDs.isEmpty { minPINLengthRPIDs = rpIDs }
        // Only a reset switches it off. A PIN that is set may be what the policy refuses, which nobody can tell from
        // what is kept of it: the platform may force a change as well.
        if policy.pinComplexityPolicy == true { pinComplexityPolicy = true }
        if isChangeForced || pin.map({ $0.codePoints < length }) == true { forcePINChange = true }
    }
}
