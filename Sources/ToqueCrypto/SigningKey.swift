import CLibCrypto

/// A private key that is ready to sign.
public final class SigningKey: @unchecked Sendable {
    // Sendable: no key is changed after creation, and OpenSSL lets threads sign with one key.
    private enum Material {
        case ec(ECDSAKey)
        /// An EVP_PKEY of Ed25519 or RSA.
        case evp(OpaquePointer)
    }

    private let material: Material
    private let type: KeyType

    /// Opens a pair.
    public convenience init(_ pair: borrowing KeyPair, deterministic: Bool = false) throws(CryptoError) {
        try self.init(type: pair.type, secret: pair.secret, deterministic: deterministic)
    }

    /// Opens a stored key.
    /// - Parameters:
    ///   - secret: as `KeyPair` describes it.
    ///   - deterministic: ECDSA nonces by RFC 6979 instead of random ones.
    /// - Throws: `invalidKey` where the secret makes no key.
    public init(
        type: KeyType, secret: borrowing SecretBytes, deterministic: Bool = false
    ) throws(CryptoError) {
        self.type = type
        switch type {
        case .ec(let curve):
            material = .ec(try ECDSAKey(curve: curve, scalar: secret, deterministic: deterministic))
        case .ed25519: material = .evp(try Self.opened(Self.ed25519Key(secret)))
        case .rsa(let bits): material = .evp(try Self.opened(Self.rsaKey(secret, bits: bits)))
        }
    }

    deinit {
        if case .evp(let key) = material { EVP_PKEY_free(key) }
    }

    private static func ed25519Key(_ secret: borrowing SecretBytes) -> OpaquePointer? {
        secret.withUnsafeBytes {
            EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nil, $0.bindMemory(to: UInt8.self).baseAddress, $0.count)
        }
    }

    private static func rsaKey(_ primes: borrowing SecretBytes, bits: Int) -> OpaquePointer? {
        guard primes.count.isMultiple(of: 2) else { return nil }
        let key = primes.withUnsafeBytes {
            toque_rsa_private_key($0.bindMemory(to: UInt8.self).baseAddress, $0.count / 2)
        }
        guard EVP_PKEY_get_bits(key) == bits else {
            EVP_PKEY_free(key)
            return nil
        }
        return key
    }

    private static func opened(_ key: OpaquePointer?) throws(CryptoError) -> OpaquePointer {
        guard let key else {
            ERR_clear_error()
            throw .invalidKey("the stored parts make no key")
        }
        return key
    }

    /// Signs the message.
    /// - Throws: `unsupported` where the scheme does not go with the key.
    public func sign(_ message: [UInt8], scheme: SignatureScheme) throws(CryptoError) -> [UInt8] {
        switch (scheme, type, material) {
        case (.ecdsa(let digest), _, .ec(let key)): return try key.sign(message, digest: digest)
        case (.ed25519, .ed25519, .evp(let key)): return try Self.sign(message, key, digest: nil, pss: nil)
        case (.rsaPKCS1(let digest), .rsa, .evp(let key)):
            return try Self.sign(message, key, digest: digest, pss: false)
        case (.rsaPSS(let digest), .rsa, .evp(let key)):
            return try Self.sign(message, key, digest: digest, pss: true)
        default: throw .unsupported("\(scheme) with a key of type \(type)")
        }
    }

    private static func sign(
        _ message: [UInt8], _ key: OpaquePointer, digest: DigestAlgorithm?, pss: Bool?
    ) throws(CryptoError) -> [UInt8] {
        guard let context = EVP_MD_CTX_new() else { throw .library("signing") }
        defer { EVP_MD_CTX_free(context) }
        var keyContext: OpaquePointer?
        var length = 0
        var signature: [UInt8] = []
        guard EVP_DigestSignInit(context, &keyContext, digest?.function, nil, key) == 1,
            pss.map({ toque_rsa_padding(keyContext, $0 ? 1 : 0) == 1 }) ?? true
        else { throw .library("signing") }
        length = Int(EVP_PKEY_get_size(key))
        signature = [UInt8](repeating: 0, count: length)
        guard EVP_DigestSign(context, &signature, &length, message, message.count) == 1 else {
            throw .library("signing")
        }
        signature.removeLast(signature.count - length)
        return signature
    }

    /// The public half of an RSA key.
    func rsaPublicKey() throws(CryptoError) -> PublicKeyParameters {
        guard case .evp(let key) = material else { throw .library("reading a key") }
        return try PublicKeyParameters(evp: key)
    }
}
