import ToqueCBOR
import ToqueCrypto

/// Seals an authenticator's stored secrets with AES-256-GCM, bound to their owner.
public final class SecretSealer: Sendable {
    // A random nonce must never repeat under a key, so it never comes from a seed.
    private static let random = SystemRandom()

    private let key: SecretBytes

    /// - Parameter key: 32 bytes.
    public init(key: consuming SecretBytes) { self.key = key }

    /// - Returns: the nonce, the ciphertext and the tag.
    public func seal(_ secret: borrowing SecretBytes, binding: [UInt8]) throws(CryptoError) -> [UInt8] {
        let nonce = Self.random.bytes(AES256GCM.nonceSize)
        return nonce + (try AES256GCM.seal(secret, key: key, nonce: nonce, associatedData: binding))
    }

    /// Opens the output of `seal`.
    /// - Throws: `authenticationFailed` if a byte was changed or the key or the binding differs.
    public func open(_ sealed: [UInt8], binding: [UInt8]) throws(CryptoError) -> SecretBytes {
        guard sealed.count >= AES256GCM.nonceSize else { throw .authenticationFailed }
        return try AES256GCM.open(
            Array(sealed[AES256GCM.nonceSize...]), key: key, nonce: Array(sealed[..<AES256GCM.nonceSize]),
            associatedData: binding)
    }
}

/// Seals private keys for storage, bound to their credential, so that a sealed key opens only in its own row.
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

    /// Opens the output of `seal`.
    /// - Throws: `authenticationFailed` if a byte was changed or the key or the credential differs.
    public func open(
        _ sealed: [UInt8], of credential: PublicKeyCredentialSource
    ) throws(CryptoError) -> SecretBytes {
        try sealer.open(sealed, binding: Self.binding(credential))
    }

    /// The unchanging members of a credential, encoded so that no two credentials look the same.
    private static func binding(_ credential: PublicKeyCredentialSource) -> [UInt8] {
        CBOR.array([
            "toque private key", .text(credential.rpID), .bytes(credential.id), .bytes(credential.user.id),
            credential.publicKey.cbor,
        ]).encoded
    }
}
