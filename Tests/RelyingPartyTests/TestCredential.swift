import ToqueCOSE
import ToqueCrypto
import ToqueWebAuthn

@testable import RelyingParty

/// A credential whose private key the tests hold; each algorithm has one, the same in every run. The algorithms of RSA
/// have one key, as it takes long to make.
struct TestCredential: Sendable {
    let id: [UInt8]
    let publicKey: COSEKey
    let key: SigningKey

    private init(_ algorithm: COSEAlgorithm) throws {
        let pair = try Self.pair(algorithm)
        key = try SigningKey(pair, deterministic: true)
        publicKey = try COSEKey(algorithm: algorithm, parameters: pair.publicKey, allowRS1: true)
        id = SeededRandom(seed: "credential ID \(algorithm)").bytes(32)
    }

    private static func pair(_ algorithm: COSEAlgorithm) throws -> KeyPair {
        let type: KeyType =
            switch algorithm {
            case .es256, .esp256: .ec(.p256)
            case .es384, .esp384: .ec(.p384)
            case .es512, .esp512: .ec(.p521)
            case .es256K: .ec(.secp256k1)
            case .edDSA, .ed25519: .ed25519
            case .ed448: .ed448
            default: .rsa(bits: 2048)
            }
        if case .rsa = type { return try rsa.get() }
        return try KeyPair.generate(type, random: SeededRandom(seed: "credential \(algorithm)"))
    }

    private static let rsa = Result { try KeyPair.generate(.rsa(bits: 2048), random: SeededRandom(seed: "credential RSA")) }

    var algorithm: COSEAlgorithm { publicKey.algorithm }

    func sign(_ message: [UInt8]) throws -> [UInt8] {
        guard let scheme = algorithm.scheme else { throw CryptoError.unsupported("\(algorithm)") }
        return try key.sign(message, scheme: scheme)
    }

    private static let cache: [COSEAlgorithm: Result<TestCredential, any Error>] = {
        Dictionary(
            uniqueKeysWithValues: (algorithms + [.rs1]).map { algorithm in
                (algorithm, Result { try TestCredential(algorithm) })
            })
    }()

    static let algorithms = COSEAlgorithm.supported

    static func of(_ algorithm: COSEAlgorithm) throws -> TestCredential {
        guard let result = cache[algorithm] else { throw CryptoError.unsupported("\(algorithm)") }
        return try result.get()
    }
}

enum Expected {
    static let rpID = "example.org"
    static let origin = "https://example.org"
    static let challenge = [UInt8](0..<32)
    static let userHandle = [UInt8](100..<116)
    static let policy = VerificationPolicy(origins: [origin, "android:apk-key-hash:0A1B2K"])
}
