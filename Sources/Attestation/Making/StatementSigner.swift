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
