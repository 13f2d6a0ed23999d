import Attestation
import ToqueCOSE
import ToqueCrypto
import ToqueEncoding

/// A key pair that signs vectors, and its algorithm. ECDSA uses RFC 6979's nonces, so the same message has the same
/// signature.
public struct VectorKey: StatementSigner {
    private let key: AttestationKey
    private let type: KeyType
    /// In the form that `KeyPair` describes. Vectors publish it.
    let secret: [UInt8]

    public init(_ pair: borrowing KeyPair, algorithm: COSEAlgorithm) throws(CryptoError) {
        key = try AttestationKey(pair, algorithm: algorithm, deterministic: true)
        type = pair.type
        secret = pair.secret.withUnsafeBytes(Array.init)
    }

    /// Creates the pair of a secret in the form that `KeyPair` describes.
    public init(type: KeyType, secret: [UInt8], algorithm: COSEAlgorithm) throws(CryptoError) {
        try self.init(KeyPair(type: type, secret: SecretBytes(copying: secret)), algorithm: algorithm)
    }

    public var algorithm: COSEAlgorithm { key.algorithm }
    public var publicKey: PublicKeyParameters { key.publicKey }
    var signingKey: SigningKey { key.signingKey }

    /// The original pair.
    func pair() -> KeyPair { KeyPair(type: type, publicKey: publicKey, secret: SecretBytes(copying: secret)) }

    /// The credential public key in canonical CBOR.
    public func credentialPublicKey() throws(COSEError) -> [UInt8] {
        try COSEKey(algorithm: algorithm, parameters: publicKey, allowRS1: true).encoded
    }

    /// `alg`, `publicKey` (a COSE_Key) and `privateKey`: a scalar, a seed or two primes; bytes as base64url.
    public func json() throws(COSEError) -> JSON {
        [
            "alg": .int(algorithm.rawValue), "publicKey": .base64URL(try credentialPublicKey()),
            "privateKey": .base64URL(secret),
        ]
    }

    public func sign(_ message: [UInt8]) throws(CryptoError) -> [UInt8] { try key.sign(message) }
}
