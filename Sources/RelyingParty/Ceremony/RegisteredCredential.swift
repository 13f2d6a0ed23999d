import ToqueCOSE
import ToqueWebAuthn

/// What a valid registration gives.
public struct RegisteredCredential: Sendable, Hashable {
    /// The record to be stored.
    public let credential: StoredCredential
    public let attestation: AttestationResult
    public let flags: AuthenticatorData.Flags
    public let algorithm: COSEAlgorithm
}
