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
