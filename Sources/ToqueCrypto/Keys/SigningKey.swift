/// A private key, ready to sign.
public final class SigningKey: Sendable {
    private enum Material {
        case ec(ECDSASigningKey)
        case ed25519(EdwardsSigningKey)
        case ed448(EdwardsSigningKey)
        case rsa(RSASigningKey)
    }

    private let material: Material
    private let type: KeyType

    /// Opens a pair.
    public convenience init(_ pair: borrowing KeyPair, deterministic: Bool = false) throws(CryptoError) {
        try self.init(type: pair.type, secret: pair.secret, deterministic: deterministic)
    }

    /// Opens a stored key.
    /// - Parameters:
    ///   - secret: see `KeyPair`.
    ///   - deterministic: ECDSA nonces by RFC 6979 and PSS salts from key and message instead of random ones.
    /// - Throws: `invalidKey` if the secret does not form a key.
    public init(
        type: KeyType, secret: borrowing SecretBytes, deterministic: Bool = false
    ) throws(CryptoError) {
        self.type = type
        switch type {
        case .ec(let curve):
            material = .ec(try ECDSASigningKey(curve: curve, scalar: secret, deterministic: deterministic))
        case .ed25519: material = .ed25519(try EdwardsSigningKey(.ed25519, seed: secret))
        case .ed448: material = .ed448(try EdwardsSigningKey(.ed448, seed: secret))
        case .rsa(let bits):
            material = .rsa(try RSASigningKey(primes: secret, bits: bits, deterministic: deterministic))
        }
    }

    /// Signs the message.
    /// - Throws: `unsupported` if the scheme does not fit the key.
    public func sign(_ message: [UInt8], scheme: SignatureScheme) throws(CryptoError) -> [UInt8] {
        switch (scheme, material) {
        case (.ecdsa(let digest), .ec(let key)): try key.sign(message, digest: digest)
        case (.ed25519, .ed25519(let key)), (.ed448, .ed448(let key)): try key.sign(message)
        case (.rsaPKCS1(let digest), .rsa(let key)): try key.signPKCS1(message, digest: digest)
        case (.rsaPSS(let digest), .rsa(let key)): try key.signPSS(message, digest: digest)
        default: throw .unsupported("\(scheme) with a key of type \(type)")
        }
    }
}
