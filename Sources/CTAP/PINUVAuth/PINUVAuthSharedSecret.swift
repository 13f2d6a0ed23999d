import ToqueCrypto

/// The shared secret of a platform and an authenticator after a key agreement, with its uses.
public struct PINUVAuthSharedSecret: ~Copyable, Sendable {
    public let version: PINUVAuthProtocol
    private let hmacKey: SecretBytes
    private let aesKey: SecretBytes

    /// The protocol's kdf.
    /// - Parameter point: the x-coordinate of the shared point.
    init(_ version: PINUVAuthProtocol, point: borrowing SecretBytes) {
        self.version = version
        switch version {
        case .one:
            // Section 6.5.6: one key for both uses.
            hmacKey = Digest.sha256(point)
            aesKey = hmacKey.duplicate()
        case .two:
            // Section 6.5.7.
            let salt = [UInt8](repeating: 0, count: 32)
            hmacKey = HKDF.derive(from: point, salt: salt, info: Array("CTAP2 HMAC key".utf8), count: 32)
            aesKey = HKDF.derive(from: point, salt: salt, info: Array("CTAP2 AES key".utf8), count: 32)
        }
    }

    /// encapsulate: the platform's side of a key agreement.
    /// - Returns: the platform's key, to send to the authenticator, and the shared secret.
    /// - Throws: `invalidKey` if the authenticator's key is not a point of the curve.
    public static func encapsulate(
        to key: KeyAgreementKey, protocol version: PINUVAuthProtocol, random: any RandomSource
    ) throws(CryptoError) -> Encapsulation {
        let agreement = try PINUVAuthKeyAgreement(protocol: version, random: random)
        return Encapsulation(platformKey: agreement.publicKey, secret: try agreement.sharedSecret(with: key))
    }

    /// The result of encapsulate.
    public struct Encapsulation: ~Copyable, Sendable {
        public let platformKey: KeyAgreementKey
        public let secret: PINUVAuthSharedSecret
    }

    /// encrypt.
    /// - Parameters:
    ///   - plaintext: whole blocks of 16 bytes.
    ///   - random: the source of protocol two's initialization vector.
    public func encrypt(
        _ plaintext: borrowing SecretBytes, random: any RandomSource
    ) throws(CryptoError) -> [UInt8] {
        switch version {
        case .one:
            let zeros = [UInt8](repeating: 0, count: AESCBC.blockSize)
            return try AESCBC.encrypt(plaintext, key: aesKey, initializationVector: zeros)
        case .two:
            let vector = random.bytes(AESCBC.blockSize)
            return vector + (try AESCBC.encrypt(plaintext, key: aesKey, initializationVector: vector))
        }
    }

    /// decrypt.
    /// - Throws: `unsupported` if the bytes are not whole blocks, `authenticationFailed` if protocol two's
    ///   initialization vector is missing.
    public func decrypt(_ ciphertext: [UInt8]) throws(CryptoError) -> SecretBytes {
        switch version {
        case .one:
            let zeros = [UInt8](repeating: 0, count: AESCBC.blockSize)
            return try AESCBC.decrypt(ciphertext, key: aesKey, initializationVector: zeros)
        case .two:
            guard ciphertext.count >= AESCBC.blockSize else { throw .authenticationFailed }
            return try AESCBC.decrypt(
                ciphertext[AESCBC.blockSize...], key: aesKey,
                initializationVector: Array(ciphertext[..<AESCBC.blockSize]))
        }
    }

    /// authenticate, with the shared secret as key.
    public func authenticate(_ message: [UInt8]) -> [UInt8] { version.authenticate(token: hmacKey, message: message) }

    /// verify, with the shared secret as key, in constant time.
    public func verify(_ message: [UInt8], signature: [UInt8]) -> Bool {
        version.verify(token: hmacKey, message: message, signature: signature)
    }
}
