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
