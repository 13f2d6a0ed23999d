import Testing
import ToqueTestSupport

@testable import ToqueCrypto

/// One RSA key for all tests, because generating one is slow.
enum RSAKey {
    static let parts = Result { try Parts() }

    struct Parts {
        let publicKey: PublicKeyParameters
        let signingKey: SigningKey
        let primes: [UInt8]

        init() throws {
            let pair = try KeyPair.generate(.rsa(bits: 2048), random: SeededRandom(seed: "rsa"))
            publicKey = pair.publicKey
            signingKey = try SigningKey(pair)
            primes = pair.secret.withUnsafeBytes { Array($0) }
        }
    }
}

@Suite struct SignatureTests {
    private let message = Array("a message".utf8)

    /// Signs and verifies, and checks that no other message, signature, key or scheme verifies.
    private func roundTrip(
        _ signing: SigningKey, _ publicKey: PublicKeyParameters, other: PublicKeyParameters?, _ scheme: SignatureScheme
    ) throws {
        let key = try VerifyingKey(publicKey)
        for message in [message, [], [UInt8](repeating: 7, count: 10_000)] {
            let signature = try signing.sign(message, scheme: scheme)
            #expect(key.verify(signature, of: message, scheme: scheme))
            #expect(!key.verify(signature, of: message + [0], scheme: scheme))
            #expect(!key.verify(signature + [0], of: message, scheme: scheme))
            #expect(!key.verify(Array(signature.dropLast()), of: message, scheme: scheme))
            #expect(!key.verify([], of: message, scheme: scheme))
            var changed = signature
            changed[signature.count / 2] ^= 1
            #expect(!key.verify(changed, of: message, scheme: scheme))
            if let other { #expect(try !VerifyingKey(other).verify(signature, of: message, scheme: scheme)) }
        }
    }

    @Test(
        "An ECDSA signature verifies for its message and key alone, and only deterministic keys repeat it",
        arguments: EllipticCurve.allCases, [DigestAlgorithm.sha256, .sha384, .sha512])
    func ecdsa(curve: EllipticCurve, digest: DigestAlgorithm) throws {
        let random = SeededRandom(seed: "ecdsa")
        let pair = try KeyPair.generate(.ec(curve), random: random)
        let other = try KeyPair.generate(.ec(curve), random: random).publicKey
        try roundTrip(SigningKey(pair), pair.publicKey, other: other, .ecdsa(digest))
        let deterministic = try SigningKey(pair, deterministic: true)
        try roundTrip(deterministic, pair.publicKey, other: other, .ecdsa(digest))
        #expect(
            try deterministic.sign(message, scheme: .ecdsa(digest))
                == deterministic.sign(message, scheme: .ecdsa(digest)))
        #expect(
            try SigningKey(pair).sign(message, scheme: .ecdsa(digest))
                != SigningKey(pair).sign(message, scheme: .ecdsa(digest)))
    }

    @Test(
        "An EdDSA signature verifies only for its own message and key",
        arguments: [(.ed25519, .ed25519), (.ed448, .ed448)] as [(KeyType, SignatureScheme)])
    func edwards(type: KeyType, scheme: SignatureScheme) throws {
        let random = SeededRandom(seed: "edwards")
        let pair = try KeyPair.generate(type, random: random)
        let other = try KeyPair.generate(type, random: random).publicKey
        try roundTrip(SigningKey(pair), pair.publicKey, other: other, scheme)
    }

    @Test(
        "An RSA signature verifies for its own message alone, with either padding", arguments: DigestAlgorithm.allCases)
    func rsa(digest: DigestAlgorithm) throws {
        let rsa = try RSAKey.parts.get()
        try roundTrip(rsa.signingKey, rsa.publicKey, other: nil, .rsaPKCS1(digest))
        try roundTrip(rsa.signingKey, rsa.publicKey, other: nil, .rsaPSS(digest))
    }

    @Test("A deterministic RSA key repeats its PSS signatures", arguments: [DigestAlgorithm.sha256, .sha384, .sha512])
    func aDeterministicKeyRepeatsItsSalts(digest: DigestAlgorithm) throws {
        let rsa = try RSAKey.parts.get()
        let key = try SigningKey(
            type: .rsa(bits: 2048), secret: SecretBytes(copying: rsa.primes), deterministic: true)
        try roundTrip(key, rsa.publicKey, other: nil, .rsaPSS(digest))
        let signature = try key.sign(message, scheme: .rsaPSS(digest))
        #expect(try signature == key.sign(message, scheme: .rsaPSS(digest)))
        #expect(try signature != rsa.signingKey.sign(message, scheme: .rsaPSS(digest)))
    }

    @Test("PSS refuses a modulus too short for its digest and salt")
    func aModulusTooShortForItsDigest() {
        let salt = [UInt8](repeating: 1, count: 32)
        #expect(throws: CryptoError.self) {
            try PSSEncoding(digest: .sha256, modulusBits: 521).encode(salt, salt: salt)
        }
        #expect(throws: Never.self) { try PSSEncoding(digest: .sha256, modulusBits: 522).encode(salt, salt: salt) }
    }

    @Test("An RSA signature does not verify with another padding or digest")
    func theTwoPaddingsOfRSAAreToldApart() throws {
        let rsa = try RSAKey.parts.get()
        let key = try VerifyingKey(rsa.publicKey)
        let pss = try rsa.signingKey.sign(message, scheme: .rsaPSS(.sha256))
        let pkcs1 = try rsa.signingKey.sign(message, scheme: .rsaPKCS1(.sha256))
        #expect(!key.verify(pss, of: message, scheme: .rsaPKCS1(.sha256)))
        #expect(!key.verify(pkcs1, of: message, scheme: .rsaPSS(.sha256)))
        #expect(!key.verify(pkcs1, of: message, scheme: .rsaPKCS1(.sha384)))
    }

    @Test("A key neither signs nor verifies by a scheme of another type of key")
    func aSchemeOfAnotherKeyIsRefused() throws {
        let ec = try KeyPair.generate(.ec(.p256), random: SystemRandom())
        let ed = try KeyPair.generate(.ed25519, random: SystemRandom())
        #expect(throws: CryptoError.self) { try SigningKey(ec).sign(message, scheme: .ed25519) }
        #expect(throws: CryptoError.self) { try SigningKey(ed).sign(message, scheme: .ecdsa(.sha256)) }
        #expect(throws: CryptoError.self) { try SigningKey(ed).sign(message, scheme: .ed448) }
        #expect(throws: CryptoError.self) { try SigningKey(ec).sign(message, scheme: .rsaPSS(.sha256)) }
        #expect(try !VerifyingKey(ec.publicKey).verify([1], of: message, scheme: .ed25519))
        #expect(try !VerifyingKey(ed.publicKey).verify([1], of: message, scheme: .rsaPKCS1(.sha256)))
    }

    @Test("Concurrent tasks may share a signing key")
    func keysAreSharedByTasks() async throws {
        let signing = try SigningKey(KeyPair.generate(.ec(.p256), random: SeededRandom(seed: "shared")))
        let publicKey = try KeyPair.generate(.ec(.p256), random: SeededRandom(seed: "shared")).publicKey
        let valid = try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in UInt8(0)..<64 {
                group.addTask {
                    let signature = try signing.sign([number], scheme: .ecdsa(.sha256))
                    return try VerifyingKey(publicKey).verify(signature, of: [number], scheme: .ecdsa(.sha256))
                }
            }
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(valid == 64)
    }

    /// RFC 8032 section 7.1, tests 1 and 2.
    @Test(
        "Ed25519 gives RFC 8032's signatures",
        arguments: [
            (
                "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
                "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
                "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46b"
                    + "d25bf5f0595bbe24655141438e7a100b"
            ),
            (
                "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
                "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
                "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c"
                    + "387b2eaeb4302aeeb00d291612bb0c00"
            ),
        ])
    func ed25519Vectors(seed: String, publicKey: String, message: String, signature: String) throws {
        let key = try SigningKey(type: .ed25519, secret: SecretBytes(copying: hex(seed)))
        #expect(try key.sign(hex(message), scheme: .ed25519) == hex(signature))
        #expect(
            try VerifyingKey(.ed25519(hex(publicKey))).verify(hex(signature), of: hex(message), scheme: .ed25519))
    }

    /// RFC 8032 section 7.4, the tests "Blank" and "1 octet".
    @Test(
        "Ed448 gives RFC 8032's public keys and signatures",
        arguments: [
            (
                """
                6c82a562cb808d10d632be89c8513ebf6c929f34ddfa8c9f63c9960ef6e348a3
                528c8a3fcc2f044e39a3fc5b94492f8f032e7549a20098f95b
                """,
                """
                5fd7449b59b461fd2ce787ec616ad46a1da1342485a70e1f8a0ea75d80e96778
                edf124769b46c7061bd6783df1e50f6cd1fa1abeafe8256180
                """, "",
                """
                533a37f6bbe457251f023c0d88f976ae2dfb504a843e34d2074fd823d41a591f
                2b233f034f628281f2fd7a22ddd47d7828c59bd0a21bfd3980ff0d2028d4b18a
                9df63e006c5d1c2d345b925d8dc00b4104852db99ac5c7cdda8530a113a0f4db
                b61149f05a7363268c71d95808ff2e652600
                """
            ),
            (
                """
                c4eab05d357007c632f3dbb48489924d552b08fe0c353a0d4a1f00acda2c463a
                fbea67c5e8d2877c5e3bc397a659949ef8021e954e0a12274e
                """,
                """
                43ba28f430cdff456ae531545f7ecd0ac834a55d9358c0372bfa0c6c6798c086
                6aea01eb00742802b8438ea4cb82169c235160627b4c3a9480
                """, "03",
                """
                26b8f91727bd62897af15e41eb43c377efb9c610d48f2335cb0bd0087810f435
                2541b143c4b981b7e18f62de8ccdf633fc1bf037ab7cd779805e0dbcc0aae1cb
                cee1afb2e027df36bc04dcecbf154336c19f0af7e0a6472905e799f1953d2a0f
                f3348ab21aa4adafd1d234441cf807c03a00
                """
            ),
        ])
    func ed448Vectors(seed: String, publicKey: String, message: String, signature: String) throws {
        let pair = try KeyPair(type: .ed448, secret: SecretBytes(copying: hex(seed)))
        #expect(pair.publicKey == .ed448(hex(publicKey)))
        #expect(try SigningKey(pair).sign(hex(message), scheme: .ed448) == hex(signature))
        #expect(try VerifyingKey(pair.publicKey).verify(hex(signature), of: hex(message), scheme: .ed448))
    }
}
