import ToqueCrypto

extension COSEAlgorithm {
    /// The type of key for the algorithm, with the smallest modulus for RSA that this library accepts; nil for an
    /// unknown algorithm.
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
