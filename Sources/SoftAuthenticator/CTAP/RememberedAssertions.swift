import CTAP
import ToqueWebAuthn

/// What authenticatorGetNextAssertion goes on with (CTAP 2.1 section 6.3).
struct RememberedAssertions {
    /// Idle for longer than this, it is forgotten.
    static let idleLimit: Duration = .seconds(30)

    let command: AuthenticatorGetAssertion
    let rp: RelyingPartyID
    /// What the gesture and the token have shown: UP and UV.
    let flags: AuthenticatorData.Flags
    /// Those that were not returned yet.
    var credentials: ArraySlice<PublicKeyCredentialSource>
    /// The token that authorized it, where one did.
    let tokenGeneration: Int?
    /// When the last assertion left, on the clock of the authenticator's uptime.
    var lastStep: Duration

    func isAlive(_ pin: borrowing PINUVAuthState, at now: Duration) -> Bool {
        now - lastStep <= Self.idleLimit
            && (tokenGeneration.map { $0 == pin.tokenGeneration && pin.isTokenAlive } ?? true)
    }
}
