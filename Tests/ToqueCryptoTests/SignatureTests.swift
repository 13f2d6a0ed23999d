import Testing
import ToqueTestSupport

@testable import ToqueCrypto

/// One RSA key for all tests, as it takes long to make.
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

    /// Signs and verifies, and sees to it that no other message, signature, key or scheme passes.
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

    @Test(arguments: EllipticCurve.allCases, [DigestAlgorithm.sha256, .sha384, .sha512])
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

    @Test func ed25519() throws {
        let random = SeededRandom(seed: "ed25519")
        let pair = try KeyPair.generate(.ed25519, random: random)
        let other = try KeyPair.generate(.ed25519, random: random).publicKey
        try roundTrip(SigningKey(pair), pair.publicKey, other: other, .ed25519)
    }

    @Test(arguments: [SignatureScheme.rsaPKCS1(.sha256), .rsaPSS(.sha256)])
    func rsa(scheme: SignatureScheme) throws {
        let rsa = try RSAKey.parts.get()
        try roundTrip(rsa.signingKey, rsa.publicKey, other: nil, scheme)
    }

    @Test func theTwoPaddingsOfRSAAreToldApart() throws {
        let rsa = try RSAKey.parts.get()
        let key = try VerifyingKey(rsa.publicKey)
        let pss = try rsa.signingKey.sign(message, scheme: .rsaPSS(.sha256))
        let pkcs1 = try rsa.signingKey.sign(message, scheme: .rsaPKCS1(.sha256))
        #expect(!key.verify(pss, of: message, scheme: .rsaPKCS1(.sha256)))
        #expect(!key.verify(pkcs1, of: message, scheme: .rsaPSS(.sha256)))
        #expect(!key.verify(pkcs1, of: message, scheme: .rsaPKCS1(.sha384)))
    }

    @Test func aSchemeOfAnotherKeyIsRefused() throws {
        let ec = try KeyPair.generate(.ec(.p256), random: SystemRandom())
        let ed = try KeyPair.generate(.ed25519, random: SystemRandom())
        #expect(throws: CryptoError.self) { try SigningKey(ec).sign(message, scheme: .ed25519) }
        #expect(throws: CryptoError.self) { try SigningKey(ed).sign(message, scheme: .ecdsa(.sha256)) }
        #expect(throws: CryptoError.self) { try SigningKey(ec).sign(message, scheme: .rsaPSS(.sha256)) }
        #expect(try !VerifyingKey(ec.publicKey).verify([1], of: message, scheme: .ed25519))
        #expect(try !VerifyingKey(ed.publicKey).verify([1], of: message, scheme: .rsaPKCS1(.sha256)))
    }

    @Test func keysAreSharedByTasks() async throws {
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
    @Test(arguments: [
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
}
