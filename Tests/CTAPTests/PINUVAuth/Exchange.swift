import CTAP
import ToqueCrypto

/// A key agreement that both sides have done. A class, as expectations can hold nothing that is not copyable.
final class Exchange {
    private let encapsulation: PINUVAuthSharedSecret.Encapsulation
    private let decapsulated: PINUVAuthSharedSecret
    private let random: any RandomSource

    /// - Parameter random: draws, in this order: the authenticator's scalar, the platform's scalar, initialization
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

    /// - Returns: what the platform sends.
    func encrypt(_ plaintext: [UInt8]) throws -> [UInt8] {
        try encapsulation.secret.encrypt(SecretBytes(copying: plaintext), random: random)
    }

    /// - Returns: what the authenticator reads.
    func decrypt(_ ciphertext: [UInt8]) throws -> [UInt8] {
        try decapsulated.decrypt(ciphertext).withUnsafeBytes { Array($0) }
    }

    /// - Returns: what the authenticator answers.
    func encryptAnswer(_ plaintext: [UInt8]) throws -> [UInt8] {
        try decapsulated.encrypt(SecretBytes(copying: plaintext), random: random)
    }

    /// - Returns: what the platform reads.
    func decryptAnswer(_ ciphertext: [UInt8]) throws -> [UInt8] {
        try encapsulation.secret.decrypt(ciphertext).withUnsafeBytes { Array($0) }
    }

    /// The platform's.
    func authenticate(_ message: [UInt8]) -> [UInt8] { encapsulation.secret.authenticate(message) }

    /// The authenticator's.
    func verify(_ message: [UInt8], _ signature: [UInt8]) -> Bool {
        decapsulated.verify(message, signature: signature)
    }
}
