import CLibCrypto

/// A private EC key, ready to sign. It is an EC_KEY, not an EVP_PKEY: creating one from a scalar takes a tenth of the
/// time because the group is shared, and a signature looks up no algorithm.
final class ECDSASigningKey: @unchecked Sendable {
    // Sendable: an EC_KEY does not change after creation, and OpenSSL lets threads sign with one key.
    private let key: OpaquePointer
    private let curve: EllipticCurve
    /// A copy of the scalar, only for RFC 6979.
    private let scalar: SecretBytes?

    /// - Throws: `invalidKey` for a scalar outside 1..<n or of another length than the curve's field.
    init(curve: EllipticCurve, scalar: borrowing SecretBytes, deterministic: Bool) throws(CryptoError) {
        guard scalar.count == curve.size, try curve.isPrivateScalar(scalar) else {
            throw .invalidKey("the private scalar is not \(curve.size) bytes in 1..<n")
        }
        guard let key = EC_KEY_new() else { throw .library("opening a key") }
        let opened =
            EC_KEY_set_group(key, curve.group) == 1
            && scalar.withUnsafeBytes {
                EC_KEY_oct2priv(key, $0.bindMemory(to: UInt8.self).baseAddress, $0.count) == 1
            }
        guard opened else {
            EC_KEY_free(key)
            throw .library("opening a key")
        }
        self.key = key
        self.curve = curve
        self.scalar = deterministic ? scalar.duplicate() : nil
    }

    deinit { EC_KEY_free(key) }

    /// The DER signature of the message.
    func sign(_ message: [UInt8], digest: DigestAlgorithm) throws(CryptoError) -> [UInt8] {
        let hash = Digest.hash(digest, message)
        switch scalar {
        case .some(let scalar):
            return try DeterministicECDSA(curve: curve, digest: digest).sign(hash, key: key, scalar: scalar)
        case .none: return try sign(hash)
        }
    }

    private func sign(_ hash: [UInt8]) throws(CryptoError) -> [UInt8] {
        let signature = [UInt8](unsafeUninitializedCapacity: Int(ECDSA_size(key))) { buffer, count in
            var length: UInt32 = 0
            // The type is ignored (ECDSA_sign(3)).
            let signed = ECDSA_sign(0, hash, Int32(hash.count), buffer.baseAddress, &length, key) == 1
            count = signed ? Int(length) : 0
        }
        guard !signature.isEmpty else { throw .library("signing") }
        return signature
    }
}
