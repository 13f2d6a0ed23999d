import CLibCrypto
import Testing
import ToqueTestSupport

@testable import ToqueCrypto

@Suite struct KeyTests {
    private func parts(_ pair: borrowing KeyPair) -> [UInt8] { pair.secret.withUnsafeBytes { Array($0) } }

    @Test(
        "The same seed makes the same key pair, and another seed makes another",
        arguments: [KeyType.ec(.p256), .ec(.p384), .ec(.p521), .ec(.secp256k1), .ed25519, .ed448])
    func aSeedMakesTheSamePairAgain(type: KeyType) throws {
        let first = try KeyPair.generate(type, random: SeededRandom(seed: "pair"))
        let second = try KeyPair.generate(type, random: SeededRandom(seed: "pair"))
        let other = try KeyPair.generate(type, random: SeededRandom(seed: "other"))
        #expect(first.publicKey == second.publicKey && parts(first) == parts(second))
        #expect(first.publicKey != other.publicKey && parts(first) != parts(other))
    }

    @Test("The same seed makes the same RSA key pair, with exponent 65537")
    func aSeedMakesTheSameRSAPairAgain() throws {
        let rsa = try RSAKey.parts.get()
        let again = try KeyPair.generate(.rsa(bits: 2048), random: SeededRandom(seed: "rsa"))
        #expect(again.publicKey == rsa.publicKey && parts(again) == rsa.primes)
        guard case .rsa(let modulus, let exponent) = rsa.publicKey else {
            Issue.record("no RSA key")
            return
        }
        #expect(modulus.count == 256 && modulus.first.map { $0 >= 0x80 } == true)
        #expect(exponent == [1, 0, 1])
    }

    @Test("An RSA key of an unsupported size is not generated", arguments: [0, 512, 1024, 2047, 2056, 8208, 16384])
    func otherSizesOfRSAAreRefused(bits: Int) {
        #expect(throws: CryptoError.self) { _ = try KeyPair.generate(.rsa(bits: bits), random: SystemRandom()) }
    }

    /// A source draws again if its first draw is out of range: all ones, then 5.
    @Test("A random scalar out of range is drawn again", arguments: EllipticCurve.allCases)
    func aScalarOutOfRangeIsDrawnAgain(curve: EllipticCurve) throws {
        let source = Script(curve.size)
        let pair = try KeyPair.generate(.ec(curve), random: source)
        #expect(parts(pair) == [UInt8](repeating: 0, count: curve.size - 1) + [5])
        #expect(source.draws == 3)
    }

    // MARK: Public keys

    @Test("Coordinates that are no point of the curve make no verifying key", arguments: EllipticCurve.allCases)
    func pointsThatAreNone(curve: EllipticCurve) throws {
        let pair = try KeyPair.generate(.ec(curve), random: SeededRandom(seed: "point"))
        guard case .ec(_, let x, let y) = pair.publicKey else {
            Issue.record("no EC key")
            return
        }
        let zero = [UInt8](repeating: 0, count: curve.size)
        let ones = [UInt8](repeating: 0xFF, count: curve.size)
        var offCurve = y
        offCurve[curve.size - 1] ^= 1
        let refused: [([UInt8], [UInt8])] = [
            (x, offCurve), (y, x), (zero, zero), (zero, y), (x, zero), (ones, y), (x, ones), (ones, ones),
            (Array(x.dropLast()), y), (x, [0] + y), ([], []), (x + y, []), ([0] + x, y),
        ]
        for (x, y) in refused {
            #expect(throws: CryptoError.self) { try VerifyingKey(.ec(curve, x: x, y: y)) }
        }
        #expect(throws: Never.self) { try VerifyingKey(pair.publicKey) }
    }

    /// A certificate may have this form of a point, and a COSE_Key may not.
    @Test("A compressed point gives both coordinates", arguments: EllipticCurve.allCases)
    func aCompressedPointHasBothCoordinates(curve: EllipticCurve) throws {
        let pair = try KeyPair.generate(.ec(curve), random: SeededRandom(seed: "point"))
        guard case .ec(_, let x, let y) = pair.publicKey, let last = y.last else {
            Issue.record("no EC key")
            return
        }
        for point in [[2 | last & 1] + x, [4] + x + y] {
            let key = try #require(toque_ec_public_key(curve.parameters, point, point.count))
            defer { EVP_PKEY_free(key) }
            #expect(try PublicKeyParameters(evp: key) == pair.publicKey)
        }
    }

    /// A coordinate that is larger by p names the same point in an invalid form.
    @Test("A coordinate that is not below p is refused")
    func coordinatesAreReduced() {
        // (0, y) is on P-256 if y^2 = b, and 0 + p fits into 32 bytes.
        let p = hex("ffffffff00000001000000000000000000000000ffffffffffffffffffffffff")
        let y = hex("66485c780e2f83d72433bd5d84a06bb6541c2af31dae871728bf856a174f93f4")
        #expect(throws: Never.self) { try VerifyingKey(.ec(.p256, x: [UInt8](repeating: 0, count: 32), y: y)) }
        #expect(throws: CryptoError.self) { try VerifyingKey(.ec(.p256, x: p, y: y)) }
    }

    @Test("An Ed25519 key has exactly 32 bytes and an Ed448 key exactly 57", arguments: [0, 31, 32, 33, 56, 57, 58])
    func edwardsKeysHaveTheirLength(count: Int) {
        let bytes = [UInt8](repeating: 1, count: max(0, count - 1)) + [UInt8](repeating: 0, count: min(1, count))
        #expect((count == 32) == ((try? VerifyingKey(.ed25519(bytes))) != nil))
        #expect((count == 57) == ((try? VerifyingKey(.ed448(bytes))) != nil))
    }

    /// Points for which anybody can sign, with either sign of x, and numbers that are not below p.
    @Test("Edwards points of small order, or with y not below p, make no verifying key")
    func edwardsPointsThatAreNoKeys() {
        let ones = [UInt8](repeating: 0xFF, count: 27)
        let low25519 = [
            hex("00") + [UInt8](repeating: 0, count: 31), hex("01") + [UInt8](repeating: 0, count: 31),
            hex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"),
            hex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"),
        ]
        let high25519 = (0xEC...0xFF).map { [$0] + [UInt8](repeating: 0xFF, count: 30) + [0x7F] }
        for bytes in low25519 + high25519 {
            #expect(throws: CryptoError.self) { try VerifyingKey(.ed25519(bytes)) }
            #expect(throws: CryptoError.self) { try VerifyingKey(.ed25519(bytes.dropLast() + [bytes[31] | 0x80])) }
        }
        let below25519 = [0xEB] + [UInt8](repeating: 0xFF, count: 30) + [0x7F]
        #expect(throws: Never.self) { try VerifyingKey(.ed25519(below25519)) }
        let low448 = [[UInt8](repeating: 0, count: 56), [1] + [UInt8](repeating: 0, count: 55)]
        let high448 = [[0xFE] + ones + [0xFE] + ones, [0xFF] + ones + [0xFE] + ones, ones + ones + [0xFF, 0xFF]]
        for bytes in low448 + high448 {
            #expect(throws: CryptoError.self) { try VerifyingKey(.ed448(bytes + [0])) }
            #expect(throws: CryptoError.self) { try VerifyingKey(.ed448(bytes + [0x80])) }
        }
        #expect(throws: Never.self) { try VerifyingKey(.ed448([0xFD] + ones + [0xFE] + ones + [0])) }
        #expect(throws: CryptoError.self) { try VerifyingKey(.ed448([2] + [UInt8](repeating: 0, count: 55) + [1])) }
    }

    @Test("An unusable RSA modulus or exponent makes no verifying key")
    func rsaKeysThatAreNone() throws {
        guard case .rsa(let modulus, _) = try RSAKey.parts.get().publicKey else {
            Issue.record("no RSA key")
            return
        }
        var even = modulus
        even[255] &= 0xFE
        let moduli: [[UInt8]] = [
            [], [0], [1], even, [0] + modulus, Array(modulus.suffix(255)), Array(modulus.suffix(128)),
            [0x7F] + modulus.dropFirst(), [UInt8](repeating: 0xFF, count: 1025),
        ]
        for modulus in moduli {
            #expect(throws: CryptoError.self) { try VerifyingKey(.rsa(modulus: modulus, exponent: [1, 0, 1])) }
        }
        let exponents: [[UInt8]] = [[], [0], [1], [2], [1, 0, 0], [0, 3], [UInt8](repeating: 0xFF, count: 9)]
        for exponent in exponents {
            #expect(throws: CryptoError.self) { try VerifyingKey(.rsa(modulus: modulus, exponent: exponent)) }
        }
        for exponent in [[3], [1, 0, 1], [1, 0, 0, 0, 1]] as [[UInt8]] {
            #expect(throws: Never.self) { try VerifyingKey(.rsa(modulus: modulus, exponent: exponent)) }
        }
    }

    // MARK: Private keys

    @Test("A private scalar out of range or of another size makes no signing key", arguments: EllipticCurve.allCases)
    func scalarsOutOfRange(curve: EllipticCurve) throws {
        let order: [UInt8] =
            switch curve {
            case .p256: hex("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551")
            case .secp256k1: hex("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141")
            case .p384:
                hex(
                    """
                    ffffffffffffffffffffffffffffffffffffffffffffffff
                    c7634d81f4372ddf581a0db248b0a77aecec196accc52973
                    """)
            case .p521:
                hex(
                    """
                    01fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffa
                    51868783bf2f966b7fcc0148f709a5d03bb5c9b8899c47aebb6fb71e91386409
                    """)
            }
        let zero = [UInt8](repeating: 0, count: curve.size)
        for scalar in [zero, order, [UInt8](repeating: 0xFF, count: curve.size), [], [1], zero + [1]] {
            #expect(throws: CryptoError.self) {
                try SigningKey(type: .ec(curve), secret: SecretBytes(copying: scalar))
            }
        }
        let one = SecretBytes(copying: zero.dropLast() + [1])
        let belowOrder = SecretBytes(copying: order.dropLast() + [order[curve.size - 1] - 1])
        #expect(try curve.isPrivateScalar(one))
        #expect(try curve.isPrivateScalar(belowOrder))
        #expect(try !curve.isPrivateScalar(SecretBytes(copying: order)))
    }

    @Test("The secret of another type of key makes no signing key")
    func theSecretOfAnotherKindMakesNoKey() throws {
        let p256 = try KeyPair.generate(.ec(.p256), random: SeededRandom(seed: "a"))
        let p384 = try KeyPair.generate(.ec(.p384), random: SeededRandom(seed: "a"))
        #expect(throws: CryptoError.self) { try SigningKey(type: .ec(.p256), secret: p384.secret) }
        #expect(throws: CryptoError.self) { try SigningKey(type: .ec(.p384), secret: p256.secret) }
        #expect(throws: CryptoError.self) {
            try SigningKey(type: .ed25519, secret: SecretBytes(copying: [1, 2, 3]))
        }
        #expect(throws: CryptoError.self) { try SigningKey(type: .ed448, secret: p256.secret) }
        #expect(throws: CryptoError.self) { try SigningKey(type: .rsa(bits: 2048), secret: p256.secret) }
        #expect(throws: CryptoError.self) {
            try SigningKey(
                type: .rsa(bits: 2048), secret: SecretBytes(copying: [UInt8](repeating: 0, count: 256)))
        }
    }

    /// Primes of different lengths, and a modulus whose length in bits is not a multiple of 8: 2^1279 - 1 and 2^2203 -
    /// 1.
    @Test("An RSA key of any two primes signs with either padding")
    func anRSAKeyOfAnyTwoPrimes() throws {
        func mersenne(_ bits: Int) -> [UInt8] {
            [UInt8](repeating: 0, count: 276 - (bits + 7) / 8) + [UInt8(truncatingIfNeeded: 0xFF >> (8 - bits % 8))]
                + [UInt8](repeating: 0xFF, count: bits / 8)
        }
        let primes = SecretBytes(copying: mersenne(1279) + mersenne(2203))
        let pair = try KeyPair(type: .rsa(bits: 3482), secret: primes.duplicate())
        guard case .rsa(let modulus, _) = pair.publicKey else {
            Issue.record("no RSA key")
            return
        }
        #expect(modulus.count == 436 && modulus.first == 0x03)
        let signing = try SigningKey(pair, deterministic: true)
        for scheme in [.rsaPKCS1(.sha256), .rsaPSS(.sha256)] as [SignatureScheme] {
            let signature = try signing.sign([1, 2, 3], scheme: scheme)
            #expect(try VerifyingKey(pair.publicKey).verify(signature, of: [1, 2, 3], scheme: scheme))
        }
        for bits in [3481, 3488] {
            #expect(throws: CryptoError.self) { _ = try KeyPair(type: .rsa(bits: bits), secret: primes.duplicate()) }
        }
        let odd = SecretBytes(copying: [1, 2, 3])
        #expect(throws: CryptoError.self) { _ = try KeyPair(type: .rsa(bits: 2048), secret: odd.duplicate()) }
    }

    // MARK: SubjectPublicKeyInfo

    @Test("The SubjectPublicKeyInfo of an Ed25519 key is that of RFC 8410")
    func subjectPublicKeyInfoOfEd25519() throws {
        // RFC 8410 section 10.1.
        let key = hex("19bf44096984cdfe8541bac167dc3b96c85086aa30b6b6cb0c5c38ad703166e1")
        #expect(try VerifyingKey(.ed25519(key)).subjectPublicKeyInfo() == hex("302a300506032b6570032100") + key)
    }
}

/// Draws all ones, then zero, then 5.
private final class Script: RandomSource, @unchecked Sendable {
    // Sendable because only one test uses it.
    private let size: Int
    private(set) var draws = 0

    init(_ size: Int) { self.size = size }

    var isDeterministic: Bool { true }

    func fill(_ buffer: UnsafeMutableRawBufferPointer) {
        draws += 1
        for index in buffer.indices { buffer[index] = draws == 1 ? 0xFF : 0 }
        if draws == 3 { buffer[size - 1] = 5 }
    }
}
