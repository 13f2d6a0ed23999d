import CLibCrypto

/// A private key that is ready to sign.
public final class SigningKey: @unchecked Sendable {
    // Sendable: an EVP_PKEY is not changed after creation, and OpenSSL lets threads sign with one key.
    private let key: OpaquePointer
    private let type: KeyType
    /// The scalar again, for RFC 6979 alone.
    private let scalar: SecretBytes?

    /// Opens a pair.
    public convenience init(_ pair: borrowing KeyPair, deterministic: Bool = false) throws(CryptoError) {
        try self.init(
            type: pair.type, secret: pair.secret, publicKey: pair.publicKey, deterministic: deterministic)
    }

    /// Opens a stored key.
    /// - Parameters:
    ///   - secret: as `KeyPair` describes it.
    ///   - publicKey: the public half, which belongs to the secret. EC keys need it.
    ///   - deterministic: ECDSA nonces by RFC 6979 instead of random ones.
    /// - Throws: `invalidKey` where the parts make no key.
    public init(
        type: KeyType, secret: borrowing SecretBytes, publicKey: PublicKeyParameters? = nil,
        deterministic: Bool = false
    ) throws(CryptoError) {
        if case .ec(let curve) = type, try !curve.isPrivateScalar(secret) {
            throw .invalidKey("the private scalar is not in 1..<n")
        }
        let pointer: OpaquePointer? = secret.withUnsafeBytes { secret in
            let bytes = secret.bindMemory(to: UInt8.self).baseAddress
            switch type {
            case .ec(let curve):
                guard case .ec(curve, let x, let y)? = publicKey, secret.count == curve.size else { return nil }
                let point = [4] + x + y
                return toque_ec_private_key(curve.name, point, point.count, bytes, secret.count)
            case .ed25519:
                return EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nil, bytes, secret.count)
            case .rsa(let bits):
                guard secret.count * 8 == bits else { return nil }
                return toque_rsa_private_key(bytes, secret.count / 2)
            }
        }
        guard let pointer else {
            ERR_clear_error()
            throw .invalidKey("the stored parts make no key")
        }
        key = pointer
        self.type = type
        if deterministic, case .ec = type { scalar = secret.duplicate() } else { scalar = nil }
    }

    deinit { EVP_PKEY_free(key) }

    /// Signs the message.
    /// - Throws: `unsupported` where the scheme does not go with the key.
    public func sign(_ message: [UInt8], scheme: SignatureScheme) throws(CryptoError) -> [UInt8] {
        switch (scheme, type) {
        case (.ecdsa(let digest), .ec(let curve)):
            switch scalar {
            case .some(let scalar):
                return try DeterministicECDSA(curve: curve, digest: digest).sign(message, scalar: scalar)
            case .none: return try evpSign(message, digest: digest, pss: nil)
            }
        case (.ed25519, .ed25519): return try evpSign(message, digest: nil, pss: nil)
        case (.rsaPKCS1(let digest), .rsa): return try evpSign(message, digest: digest, pss: false)
        case (.rsaPSS(let digest), .rsa): return try evpSign(message, digest: digest, pss: true)
        default: throw .unsupported("\(scheme) with a key of type \(type)")
        }
    }

    private func evpSign(_ message: [UInt8], digest: DigestAlgorithm?, pss: Bool?) throws(CryptoError) -> [UInt8] {
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
        .rsa(
            modulus: try number(OSSL_PKEY_PARAM_RSA_N), exponent: try number(OSSL_PKEY_PARAM_RSA_E))
    }

    private func number(_ name: String) throws(CryptoError) -> [UInt8] {
        var number: OpaquePointer?
        guard EVP_PKEY_get_bn_param(key, name, &number) == 1, let number else {
            throw .library("reading a key")
        }
        defer { BN_free(number) }
        var bytes = [UInt8](repeating: 0, count: Int(BN_num_bits(number) + 7) / 8)
        guard BN_bn2bin(number, &bytes) == bytes.count else { throw .library("reading a key") }
        return bytes
    }
}
