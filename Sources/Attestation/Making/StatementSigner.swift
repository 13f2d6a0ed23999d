import ToqueCOSE
import ToqueCrypto

/// A key that attestation statements are signed with: the credential's own or an attestation key.
public protocol StatementSigner: Sendable {
    var algorithm: COSEAlgorithm { get }
    var publicKey: PublicKeyParameters { get }

    /// - Throws: `unsupported` where the algorithm does not go with the key.
    func sign(_ message: [UInt8]) throws(CryptoError) -> [UInt8]
}

/// An authority that signs attestation certificates.
public protocol CertificateIssuer: Sendable {
    /// Signs a certificate, whatever it says.
    func issue(_ certificate: CertificateBuilder) throws(CryptoError) -> Certificate
}

/// A key pair that is ready to sign, with its algorithm.
public struct AttestationKey: StatementSigner {
    public let algorithm: COSEAlgorithm
    public let publicKey: PublicKeyParameters
    public let signingKey: SigningKey

    /// - Parameter deterministic: as `SigningKey` has it.
    /// - Throws: `invalidKey` where the pair's secret makes no key.
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
