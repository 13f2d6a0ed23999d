import Testing

@testable import ToqueCrypto

@Suite("Key pairs of given secrets")
struct KeyPairOfSecretTests {
    @Test(
        "The secret of a key pair gives its public key again",
        arguments: [KeyType.ec(.p256), .ec(.p384), .ec(.p521), .ec(.secp256k1), .ed25519, .ed448])
    func areTheOnesOfTheirSecrets(type: KeyType) throws {
        let pair = try KeyPair.generate(type, random: SeededRandom(seed: "pair"))
        #expect(try KeyPair(type: type, secret: pair.secret.duplicate()).publicKey == pair.publicKey)
    }

    @Test(
        "A secret out of range or of another size makes no key pair",
        arguments: [
            (KeyType.ec(.p256), [UInt8](repeating: 0, count: 32)), (.ec(.p256), [UInt8](repeating: 0xFF, count: 32)),
            (.ec(.p256), [UInt8](repeating: 1, count: 31)), (.ec(.p521), [UInt8](repeating: 1, count: 65)),
            (.ed25519, [UInt8](repeating: 1, count: 31)), (.rsa(bits: 2048), []),
            (.rsa(bits: 2048), [UInt8](repeating: 0xFF, count: 255)),
        ])
    func refuseWhatMakesNone(type: KeyType, secret: [UInt8]) {
        #expect(throws: CryptoError.self) { _ = try KeyPair(type: type, secret: SecretBytes(copying: secret)) }
    }

    /// The Mersenne primes 2^1279 - 1 and 2^2203 - 1.
    @Test("Primes of different lengths make an RSA key, and another key size is refused")
    func primesMayHaveDifferentLengths() throws {
        let p = [UInt8](repeating: 0, count: 116) + [0x7F] + [UInt8](repeating: 0xFF, count: 159)
        let q = [0x07] + [UInt8](repeating: 0xFF, count: 275)
        let pair = try KeyPair(type: .rsa(bits: 3482), secret: SecretBytes(copying: p + q))
        let signature = try SigningKey(pair).sign([1, 2, 3], scheme: .rsaPKCS1(.sha256))
        #expect(signature.count == 436)
        #expect(try VerifyingKey(pair.publicKey).verify(signature, of: [1, 2, 3], scheme: .rsaPKCS1(.sha256)))
        #expect(throws: CryptoError.self) {
            _ = try KeyPair(type: .rsa(bits: 3481), secret: SecretBytes(copying: p + q))
        }
    }

    @Test(
        "An ECDSA signature converts between DER and its concatenated form, if well-formed",
        arguments: [EllipticCurve.p256, .p384, .p521])
    func signaturesHaveTwoForms(curve: EllipticCurve) throws {
        let numbers =
            [UInt8](repeating: 0, count: curve.size - 1) + [0x80] + [0x01]
            + [UInt8](repeating: 0xFE, count: curve.size - 1)
        let der = try #require(ECDSASignature.der(concatenated: numbers, curve: curve))
        #expect(ECDSASignature.concatenated(der: der, curve: curve) == numbers)
        #expect(ECDSASignature.concatenated(der: der + [0], curve: curve) == nil)
        #expect(ECDSASignature.concatenated(der: Array(der.dropLast()), curve: curve) == nil)
        let long = [0x01] + [UInt8](repeating: 0, count: curve.size)
        #expect(
            ECDSASignature.concatenated(der: DER.sequence(DER.integer(long), DER.integer([1])), curve: curve) == nil)
    }
}
