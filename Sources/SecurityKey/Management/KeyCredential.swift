import ToqueCOSE
import ToqueWebAuthn

/// A discoverable credential on a key.
public struct KeyCredential: Sendable, Hashable {
    public var rpID: String
    public var id: [UInt8]
    public var user: PublicKeyCredentialUserEntity
    /// nil if libfido2 does not provide it.
    public var algorithm: COSEAlgorithm?
    /// nil if libfido2 does not support its algorithm, or has no such key.
    public var publicKey: COSEKey?
    /// nil if the key does not say.
    public var protection: CredentialProtectionPolicy?
    public var hasLargeBlobKey: Bool
}

/// The discoverable credentials on a key.
public struct KeyCredentials: Sendable, Hashable {
    /// Grouped by RP, in the key's order.
    public var credentials: [KeyCredential]
    /// The maximum number of further ones.
    public var remaining: Int
}
