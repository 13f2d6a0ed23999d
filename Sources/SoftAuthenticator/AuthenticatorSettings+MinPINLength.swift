import CTAP

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
