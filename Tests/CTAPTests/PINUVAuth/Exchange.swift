import CTAP
import ToqueCrypto

/// A key agreement completed by both sides. A class, because expectations cannot hold noncopyable values.
final class Exchange {
    private let encapsulation: PINUVAuthSharedSecret.Encapsulation
    private let decapsulated: PINUVAuthSharedSecret
    private let random: any RandomSource

    /// - Parameter random: Draws, in this order: the authenticator's scalar, the platform's scalar, initialization
    ///   vectors.
    init(_ version: PINUVAuthProtocol, random: any RandomSource = SeededRandom(seed: "exchange")) throws {
        let authenticator = try PINUVAuthKeyAgreement(protocol: version, random: random)
        authenticatorKey = authenticator.publicKey
        encapsulation = try PINUVAuthSharedSecret.encapsulate(
            to: authenticator.publicKey, protocol: version, random: random)
        decapsulated = try authenticator.sharedSecret(with: encapsulation.platformKey)
        self.random = random
    }

    let authenticatorKey: KeyAgreementKey
    var platformKey: KeyAgreementKey { encapsulation.platformKey }

    /// - Returns: The platform's message.
    func encrypt(_ plaintext: [UInt8]) throws -> [UInt8] {
        try encapsulation.secret.encrypt(SecretBytes(copying: plaintext), random: random)
    }

    /// - Returns: The authenticator's reading.
    func decrypt(_ ciphertext: [UInt8]) throws -> [UInt8] {
        try decapsulated.decrypt(ciphertext).withUnsafeBytes { Array($0) }
    }

    /// - Returns: The authenticator's answer.
    func encryptAnswer(_ plaintext: [UInt8]) throws -> [UInt8] {
        try decapsulated.encrypt(SecretBytes(copying: plaintext), random: random)
    }

    /// - Returns: The platform's reading.
    func decryptAnswer(_ ciphertext: [UInt8]) throws -> [UInt8] {
        try encapsulation.secret.decrypt(ciphertext).withUnsafeBytes { Array($0) }
    }

    /// The platform's secret.
    func authenticate(_ message: [UInt8]) -> [UInt8] { encapsulation.secret.authenticate(message) }

    /// The authenticator's secret.
    func verify(_ message: [UInt8], _ signature: [UInt8]) -> Bool {
        decapsulated.verify(message, signature: signature)
    }
}
