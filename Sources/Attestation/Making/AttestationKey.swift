import ToqueCOSE
import ToqueCrypto

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
