import ToqueCBOR
import ToqueCrypto

/// Seals private keys for storage, bound to their credential, so that a sealed key opens in its own row alone.
public final class CredentialSealer: Sendable {
    private let sealer: SecretSealer

    /// - Parameter key: 32 bytes.
    public init(key: consuming SecretBytes) { sealer = SecretSealer(key: key) }

    /// - Returns: the sealed key.
    public func seal(
        _ privateKey: borrowing SecretBytes, of credential: PublicKeyCredentialSource
    ) throws(CryptoError) -> [UInt8] {
        try sealer.seal(privateKey, binding: Self.binding(credential))
    }

    /// Opens what `seal` gave.
    /// - Throws: `authenticationFailed` where a byte was changed or the key or the credential is another.
    public func open(
        _ sealed: [UInt8], of credential: PublicKeyCredentialSource
    ) throws(CryptoError) -> SecretBytes {
        try sealer.open(sealed, binding: Self.binding(credential))
    }

    /// What stays as it is for the life of a credential, in a form in which no two credentials look the same.
    private static func binding(_ credential: PublicKeyCredentialSource) -> [UInt8] {
        CBOR.array([
            "toque private key", .text(credential.rpID), .bytes(credential.id), .bytes(credential.user.id),
            credential.publicKey.cbor,
        ]).encoded
    }
}
