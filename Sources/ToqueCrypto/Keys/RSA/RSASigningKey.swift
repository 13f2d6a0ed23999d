import CLibCrypto

/// A private RSA key, ready to sign.
final class RSASigningKey: @unchecked Sendable {
    // Sendable: an EVP_PKEY does not change after creation, and OpenSSL lets threads sign with one key.
    private let key: OpaquePointer
    /// A copy of the primes, only for deterministic salts.
    private let saltSecret: SecretBytes?

    /// - Parameters:
    ///   - primes: see `KeyPair`.
    ///   - bits: of the modulus.
    ///   - deterministic: PSS salts from the key and the message instead of random ones.
    /// - Throws: `invalidKey` if the primes do not form a key of this size.
    init(primes: borrowing SecretBytes, bits: Int, deterministic: Bool) throws(CryptoError) {
        let key =
            primes.count.isMultiple(of: 2)
            ? primes.withUnsafeBytes { toque_rsa_private_key($0.bindMemory(to: UInt8.self).baseAddress, $0.count / 2) }
            : nil
        guard let key else {
            ERR_clear_error()
            throw .invalidKey("the stored parts make no RSA key")
        }
        guard Int(EVP_PKEY_get_bits(key)) == bits else {
            EVP_PKEY_free(key)
            throw .invalidKey("the stored parts make no RSA key of \(bits) bits")
        }
        self.key = key
        saltSecret = deterministic ? primes.duplicate() : nil
    }

    deinit { EVP_PKEY_free(key) }

    /// RSASSA-PKCS1-v1_5.
    func signPKCS1(_ message: [UInt8], digest: DigestAlgorithm) throws(CryptoError) -> [UInt8] {
        try signature(of: message, by: key, digest: digest) { toque_rsa_padding($0, 0) == 1 }
    }

    /// RSASSA-PSS with a salt of the digest's length.
    func signPSS(_ message: [UInt8], digest: DigestAlgorithm) throws(CryptoError) -> [UInt8] {
        switch saltSecret {
        case .some(let secret):
            let hash = Digest.hash(digest, message)
            let encoding = PSSEncoding(digest: digest, modulusBits: Int(EVP_PKEY_get_bits(key)))
            return try exponentiate(encoding.encode(hash, salt: Self.salt(secret, hash, digest)))
        case .none:
            return try signature(of: message, by: key, digest: digest) { toque_rsa_padding($0, 1) == 1 }
        }
    }

    /// EVP draws random salts. This one is derived like a nonce of RFC 6979: from HMAC-DRBG, seeded with the private
    /// key and the message's digest.
    private static func salt(
        _ secret: borrowing SecretBytes, _ hash: [UInt8], _ digest: DigestAlgorithm
    ) -> [UInt8] {
        let seed = SecretBytes(count: secret.count + hash.count) { buffer in
            secret.withUnsafeBytes { buffer.copyMemory(from: $0) }
            buffer[secret.count...].copyBytes(from: hash)
        }
        var generator = HMACDRBG(digest, seed: seed)
        var salt = [UInt8](repeating: 0, count: digest.size)
        salt.withUnsafeMutableBytes { generator.fill($0) }
        return salt
    }

    func publicKey() throws(CryptoError) -> PublicKeyParameters { try PublicKeyParameters(evp: key) }

    /// RSASP1 of RFC 8017 section 5.2.1.
    private func exponentiate(_ representative: [UInt8]) throws(CryptoError) -> [UInt8] {
        guard let context = EVP_PKEY_CTX_new(key, nil) else { throw .library("signing") }
        defer { EVP_PKEY_CTX_free(context) }
        var length = Int(EVP_PKEY_get_size(key))
        var signature = [UInt8](repeating: 0, count: length)
        // Without padding, the representative must be as long as the modulus.
        let padded = [UInt8](repeating: 0, count: max(0, length - representative.count)) + representative
        guard EVP_PKEY_sign_init(context) == 1,
            EVP_PKEY_CTX_set_rsa_padding(context, RSA_NO_PADDING) == 1,
            EVP_PKEY_sign(context, &signature, &length, padded, padded.count) == 1, length == signature.count
        else { throw .library("signing") }
        return signature
    }
}
