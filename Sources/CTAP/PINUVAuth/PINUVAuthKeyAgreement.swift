import ToqueCrypto

/// One side's key pair of a PIN/UV auth protocol (CTAP 2.3 section 6.5.6.1, "initialize" and "regenerate").
public final class PINUVAuthKeyAgreement: Sendable {
    public let version: PINUVAuthProtocol
    public let publicKey: KeyAgreementKey
    private let scalar: SecretBytes

    /// Makes a key pair.
    public convenience init(
        protocol version: PINUVAuthProtocol, random: any RandomSource
    ) throws(CryptoError) {
        try self.init(protocol: version, pair: try KeyPair.generate(.ec(.p256), random: random))
    }

    /// - Parameter pair: on P-256.
    /// - Throws: `unsupported` for a pair of another kind.
    public init(protocol version: PINUVAuthProtocol, pair: borrowing KeyPair) throws(CryptoError) {
        guard case .ec(.p256, let x, let y) = pair.publicKey else {
            throw .unsupported("key agreement with a key of type \(pair.type)")
        }
        self.version = version
        publicKey = KeyAgreementKey(x: x, y: y)
        scalar = pair.secret.duplicate()
    }

    /// decapsulate, and the second half of encapsulate: the shared secret.
    /// - Throws: `invalidKey` if the other side's key is not a point of the curve.
    public func sharedSecret(with key: KeyAgreementKey) throws(CryptoError) -> PINUVAuthSharedSecret {
        PINUVAuthSharedSecret(version, point: try ECDH.sharedSecret(.p256, scalar: scalar, x: key.x, y: key.y))
    }
}

/// A public key of the key agreement, on P-256 (CTAP 2.3 section 6.5.5.1). It may not be a point of the curve.
public struct KeyAgreementKey: Sendable, Hashable {
    /// 32 bytes.
    public var x: [UInt8]
    /// 32 bytes.
    public var y: [UInt8]

    public init(x: [UInt8], y: [UInt8]) {
        self.x = x
        self.y = y
    }
}
