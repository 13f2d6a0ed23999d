import ToqueCBOR
import ToqueCrypto

/// Seals what an authenticator keeps: AES-256-GCM, bound to what it belongs to.
public final class SecretSealer: Sendable {
    // A random nonce may never repeat under a key, so it never comes from a seed.
    private static let random = SystemRandom()

    private let key: SecretBytes

    /// - Parameter key: 32 bytes.
    public init(key: consuming SecretBytes) { self.key = key }

    /// - Returns: the nonce, the ciphertext and the tag.
    public func seal(_ secret: borrowing SecretBytes, binding: [UInt8]) throws(CryptoError) -> [UInt8] {
        let nonce = Self.random.bytes(AES256GCM.nonceSize)
        return nonce + (try AES256GCM.seal(secret, key: key, nonce: nonce, associatedData: binding))
    }

    /// Opens what `seal` gave.
    /// - Throws: `authenticationFailed` where a byte was changed or the key or the binding is another.
    public func open(_ sealed: [UInt8], binding: [UInt8]) throws(CryptoError) -> SecretBytes {
        guard sealed.count >= AES256GCM.nonceSize else { throw .authenticationFailed }
        return try AES256GCM.open(
            Array(sealed[AES256GCM.nonceSize...]), key: key, nonce: Array(sealed[..<AES256GCM.nonceSize]),
            associatedData: binding)
    }
}

/// Seals private keys for storage, bound to their credential, so that a sealed key opens in its own row alone.
public final class CredentialSealer: Sendable {
    private let sealer: SecretSealer

    /// - Parameter key: 32 bytes.
    public init(key: consuming SecretBytes) { sealer = SecretSealer(key: key) }

    /// - Returns: the sealed key.
    public func seal(
        _ privateKey: borrowing SecretBytes, of credential: PublicKeyCredentialSource
    ) throws(CryptoError) -> [UInt8] {
        try sealer.seal(privateKey, binding: Self.binding(credential))
    }

    /// Opens what `seal` gave.
    /// - Throws: `authenticationFailed` where a byte was changed or the key or the credential is another.
    public func open(
        _ sealed: [UInt8], of credential: PublicKeyCredentialSource
    ) throws(CryptoError) -> SecretBytes {
        try sealer.open(sealed, binding: Self.binding(credential))
    }

    /// What stays as it is for the life of a credential, in a form in which no two credentials look the same.
    private static func binding(_ credential: PublicKeyCredentialSource) -> [UInt8] {
        CBOR.array([
            "toque private key", .text(credential.rpID), .bytes(credential.id), .bytes(credential.user.id),
            credential.publicKey.cbor,
        ]).encoded
    }
}
