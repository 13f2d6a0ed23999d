import ToqueCrypto

/// The secret that a credential's large blob is sealed with.
final class LargeBlobKey {
    let secret: SecretBytes

    init(copying bytes: some Collection<UInt8>) { secret = SecretBytes(copying: bytes) }
}
