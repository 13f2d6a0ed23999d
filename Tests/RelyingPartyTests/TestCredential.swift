import ToqueCOSE
import ToqueCrypto
import ToqueWebAuthn

@testable import RelyingParty

/// A credential whose private key the tests hold; each algorithm has one, the same in every run.
struct TestCredential: Sendable {
    let id: [UInt8]
    let publicKey: COSEKey
    let key: SigningKey

    init(_ algorithm: COSEAlgorithm, _ type: KeyType) throws {
        let random = SeededRandom(seed: "credential \(algorithm)")
        let pair = try KeyPair.generate(type, random: random)
        key = try SigningKey(pair, deterministic: true)
        publicKey = try COSEKey(algorithm: algorithm, parameters: pair.publicKey)
        id = random.bytes(32)
    }

    var algorithm: COSEAlgorithm { publicKey.algorithm }

    func sign(_ message: [UInt8]) throws -> [UInt8] {
        guard let scheme = algorithm.scheme else { throw CryptoError.unsupported("\(algorithm)") }
        return try key.sign(message, scheme: scheme)
    }

    private static let cache: [COSEAlgorithm: Result<TestCredential, any Error>] = {
        let types: [(COSEAlgorithm, KeyType)] = [
            (.es256, .ec(.p256)), (.es384, .ec(.p384)), (.es512, .ec(.p521)), (.edDSA, .ed25519),
            (.rs256, .rsa(bits: 2048)),
        ]
        return Dictionary(
            uniqueKeysWithValues: types.map { algorithm, type in
                (algorithm, Result { try TestCredential(algorithm, type) })
            })
    }()

    static let algorithms: [COSEAlgorithm] = [.es256, .es384, .es512, .edDSA, .rs256]

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
