import ToqueWebAuthn

/// What a valid assertion gives.
public struct AuthenticatedCredential: Sendable, Hashable {
    /// The record with its new signature counter and backup state, to be stored.
    public let credential: StoredCredential
    public let flags: AuthenticatorData.Flags
}
