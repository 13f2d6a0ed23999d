import CLibCrypto

/// A key pair in parts: the form in which it is stored.
///
/// The secret is the private scalar of an EC key, the seed of an Ed25519 (32 bytes) or Ed448 key (57 bytes), or the two
/// primes of an RSA key, one after the other and of the same length: half the modulus if made here, otherwise padded
/// with leading zeros if one is shorter.
public struct KeyPair: ~Copyable, Sendable {
    public let type: KeyType
    public let publicKey: PublicKeyParameters
    public let secret: SecretBytes

    public init(type: KeyType, publicKey: PublicKeyParameters, secret: consuming SecretBytes) {
        self.type = type
        self.publicKey = publicKey
        self.secret = secret
    }

    /// Creates the pair of a secret.
    /// - Throws: `invalidKey` if the secret does not form a key of the type.
    public init(type: KeyType, secret: consuming SecretBytes) throws(CryptoError) {
        let publicKey: PublicKeyParameters
        switch type {
        case .ec(let curve):
            guard secret.count == curve.size, try curve.isPrivateScalar(secret) else {
                throw .invalidKey("the private scalar is not \(curve.size) bytes in 1..<n")
            }
            publicKey = try Self.publicPoint(curve, scalar: secret)
        case .ed25519: publicKey = try EdwardsSigningKey(.ed25519, seed: secret).publicKey()
        case .ed448: publicKey = try EdwardsSigningKey(.ed448, seed: secret).publicKey()
        case .rsa(let bits):
            publicKey = try RSASigningKey(primes: secret, bits: bits, deterministic: false).publicKey()
        }
        self.init(type: type, publicKey: publicKey, secret: secret)
    }

    /// Creates a fresh pair. The same deterministic source gives the same pair.
    /// - Throws: `unsupported` for an RSA size outside 2048...8192 bits or not a multiple of 16.
    public static func generate(_ type: KeyType, random: some RandomSource) throws(CryptoError) -> KeyPair {
        switch type {
        case .ec(let curve): return try KeyPair(type: type, secret: scalar(below: curve, random: random))
        case .ed25519: return try KeyPair(type: type, secret: random.secret(EdwardsCurve.ed25519.size))
        case .ed448: return try KeyPair(type: type, secret: random.secret(EdwardsCurve.ed448.size))
        case .rsa(let bits):
            guard (2048...8192).contains(bits), bits % 16 == 0 else {
                throw .unsupported("an RSA key of \(bits) bits; expected 2048 to 8192, a multiple of 16")
            }
            return try KeyPair(type: type, secret: RSAPrimes.generate(bits: bits, random: random))
        }
    }

    /// A private scalar in 1..<n by rejection (FIPS 186-5 A.2.2).
    private static func scalar(below curve: EllipticCurve, random: some RandomSource) throws(CryptoError) -> SecretBytes
    {
        let excess = curve.size * 8 - curve.bits
        while true {
            let candidate = SecretBytes(count: curve.size) { buffer in
                random.fill(buffer)
                buffer[0] &= 0xFF >> UInt8(excess)
            }
            if try curve.isPrivateScalar(candidate) { return candidate }
        }
    }

    private static func publicPoint(
        _ curve: EllipticCurve, scalar: borrowing SecretBytes
    ) throws(CryptoError) -> PublicKeyParameters {
        guard let point = EC_POINT_new(curve.group), let number = BN_secure_new() else {
            throw .library("key generation")
        }
        defer {
            EC_POINT_free(point)
            BN_clear_free(number)
        }
        let loaded = scalar.withUnsafeBytes {
            BN_bin2bn($0.bindMemory(to: UInt8.self).baseAddress, Int32($0.count), number) != nil
        }
        guard loaded, EC_POINT_mul(curve.group, point, number, nil, nil, nil) == 1 else {
            throw .library("key generation")
        }
        var encoded = [UInt8](repeating: 0, count: 1 + 2 * curve.size)
        guard
            EC_POINT_point2oct(curve.group, point, POINT_CONVERSION_UNCOMPRESSED, &encoded, encoded.count, nil)
                == encoded.count
        else { throw .library("key generation") }
        return .ec(curve, x: Array(encoded[1...curve.size]), y: Array(encoded[(1 + curve.size)...]))
    }
}

/// The kinds of key pair that this library can make.
public enum KeyType: Sendable, Hashable {
    case ec(EllipticCurve)
    case ed25519
    case ed448
    /// A modulus of `bits` bits, 2048 to 8192; the exponent is 65537.
    case rsa(bits: Int)
}
