import ToqueCOSE
import ToqueWebAuthn

/// A discoverable credential on a key.
public struct KeyCredential: Sendable, Hashable {
    public var rpID: String
    public var id: [UInt8]
    public var user: PublicKeyCredentialUserEntity
    /// nil where libfido2 does not know it.
    public var algorithm: COSEAlgorithm?
    /// nil where libfido2 does not know its algorithm, or has no such key.
    public var publicKey: COSEKey?
    /// nil where the key does not say.
    public var protection: CredentialProtectionPolicy?
    public var hasLargeBlobKey: Bool
}

/// The discoverable credentials on a key.
public struct KeyCredentials: Sendable, Hashable {
    /// By RP, in the key's order.
    public var credentials: [KeyCredential]
    /// How many more there is room for, at most.
    public var remaining: Int
}
