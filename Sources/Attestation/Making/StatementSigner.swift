import ToqueCOSE
import ToqueCrypto

/// A key that signs attestation statements: the credential's own or an attestation key.
public protocol StatementSigner: Sendable {
    var algorithm: COSEAlgorithm { get }
    var publicKey: PublicKeyParameters { get }

    /// - Throws: `unsupported` if the algorithm does not fit the key.
    func sign(_ message: [UInt8]) throws(CryptoError) -> [UInt8]
}

/// An authority that signs attestation certificates.
public protocol CertificateIssuer: Sendable {
    /// Signs a certificate, whatever its contents.
    func issue(_ certificate: CertificateBuilder) throws(CryptoError) -> Certificate
}

/// A key pair with its algorithm, ready to sign.
public struct AttestationKey: StatementSigner {
    public let algorithm: COSEAlgorithm
    public let publicKey: PublicKeyParameters
    public let signingKey: SigningKey

    /// - Parameter deterministic: see `SigningKey`.
    /// - Throws: `invalidKey` if the pair's secret does not form a key.
    public init(
        _ pair: borrowing KeyPair, algorithm: COSEAlgorithm, deterministic: Bool
    ) throws(CryptoError) {
        self.algorithm = algorithm
        publicKey = pair.publicKey
        signingKey = try SigningKey(pair, deterministic: deterministic)
    }

    public func sign(_ message: [UInt8]) throws(CryptoError) -> [UInt8] {
        guard let scheme = algorithm.scheme else { throw .unsupported("\(algorithm)") }
        return try signingKey.sign(message, scheme: scheme)
    }
}
