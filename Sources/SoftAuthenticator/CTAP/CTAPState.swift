import CTAP
import ToqueCrypto

/// What the CTAP face keeps between commands, from one power-up to the next.
struct CTAPState: ~Copyable {
    var pin: PINUVAuthState
    var credentialManagement = CredentialManagementState()
    var assertions: RememberedAssertions?
    /// The finger that is being enrolled. Unlike what else is remembered it stays when other commands come (CTAP 2.3
    /// section 6.7.4).
    var enrollment: FingerprintEnrollment?
    /// The array that is being written.
    var largeBlobWrite: LargeBlobWrite?
    /// On the clock of the authenticator's uptime.
    let poweredUpAt: Duration
    /// Tells one power-up from the next.
    let powerCycles: Int
    /// The last answer to authenticatorGetInfo.
    var info: CachedInfo?

    init(random: any RandomSource, uptime: @escaping @Sendable () -> Duration, powerCycles: Int = 0) {
        pin = PINUVAuthState(random: random, uptime: uptime)
        poweredUpAt = uptime()
        self.powerCycles = powerCycles
    }
}

/// An answer to authenticatorGetInfo, as long as it is true.
struct CachedInfo {
    let info: AuthenticatorGetInfo
    /// The engine's `changeCount` that it was made at.
    let changeCount: Int
}
