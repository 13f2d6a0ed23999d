import ToqueCrypto

extension COSEAlgorithm {
    /// The type of key that signs by it, RSA's with the smallest modulus that this library takes; nil for an algorithm
    /// that this library does not know.
    public var keyType: KeyType? {
        switch scheme {
        case .ecdsa: curve.map(KeyType.ec)
        case .ed25519: .ed25519
        case .ed448: .ed448
        case .rsaPKCS1, .rsaPSS: .rsa(bits: 2048)
        case nil: nil
        }
    }
}
