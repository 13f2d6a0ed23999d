import CTAP
import ToqueCrypto

/// The CTAP face's state between commands, from one power-up to the next.
struct CTAPState: ~Copyable {
    var pin: PINUVAuthState
    var credentialManagement = CredentialManagementState()
    var assertions: RememberedAssertions?
    /// The finger being enrolled. Unlike other state, it survives other commands (CTAP 2.3 section 6.7.4).
    var enrollment: FingerprintEnrollment?
    /// The array being written.
    var largeBlobWrite: LargeBlobWrite?
    /// On the clock of the authenticator's uptime.
    let poweredUpAt: Duration
    /// Distinguishes power-ups.
    let powerCycles: Int
    /// The last response to authenticatorGetInfo.
    var info: CachedInfo?

    init(random: any RandomSource, uptime: @escaping @Sendable () -> Duration, powerCycles: Int = 0) {
        pin = PINUVAuthState(random: random, uptime: uptime)
        poweredUpAt = uptime()
        self.powerCycles = powerCycles
    }
}

/// A response to authenticatorGetInfo, valid until something changes.
struct CachedInfo {
    let info: AuthenticatorGetInfo
    /// The engine's `changeCount` when it was made.
    let changeCount: Int
}
