import ToqueCOSE
import ToqueCrypto
import ToqueWebAuthn

@testable import RelyingParty

/// A credential whose private key the tests hold: one for each algorithm, the same in every run. The RSA algorithms
/// share a key, because generating one is slow.
struct TestCredential: Sendable {
    let id: [UInt8]
    let publicKey: COSEKey
    let key: SigningKey

    private init(_ algorithm: COSEAlgorithm) throws {
        let parameters: PublicKeyParameters
        (key, parameters) = try Self.keys(algorithm)
        publicKey = try COSEKey(algorithm: algorithm, parameters: parameters, allowRS1: true)
        id = SeededRandom(seed: "credential ID \(algorithm)").bytes(32)
    }

    private static func keys(_ algorithm: COSEAlgorithm) throws -> (SigningKey, PublicKeyParameters) {
        switch algorithm {
        case .es256, .esp256: try keys(.ec(.p256), "\(algorithm)")
        case .es384, .esp384: try keys(.ec(.p384), "\(algorithm)")
        case .es512, .esp512: try keys(.ec(.p521), "\(algorithm)")
        case .es256K: try keys(.ec(.secp256k1), "\(algorithm)")
        case .edDSA, .ed25519: try keys(.ed25519, "\(algorithm)")
        case .ed448: try keys(.ed448, "\(algorithm)")
        default: try rsaKeys.get()
        }
    }

    private static func keys(_ type: KeyType, _ seed: String) throws -> (SigningKey, PublicKeyParameters) {
        let pair = try KeyPair.generate(type, random: SeededRandom(seed: "credential \(seed)"))
        return (try SigningKey(pair, deterministic: true), pair.publicKey)
    }

    private static let rsaKeys = Result { try keys(.rsa(bits: 2048), "RSA") }

    var algorithm: COSEAlgorithm { publicKey.algorithm }

    func sign(_ message: [UInt8]) throws -> [UInt8] {
        guard let scheme = algorithm.scheme else { throw CryptoError.unsupported("\(algorithm)") }
        return try key.sign(message, scheme: scheme)
    }

    private static let cache = Dictionary(
        uniqueKeysWithValues: (algorithms + [.rs1]).map { algorithm in
            (algorithm, Result { try TestCredential(algorithm) })
        })

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
