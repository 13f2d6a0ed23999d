import ToqueCrypto

extension KeyType {
    /// Bytes of the private key, as `KeyPair` describes it.
    var secretSize: Int {
        switch self {
        case .ec(let curve): curve.size
        case .ed25519: 32
        case .ed448: 57
        case .rsa(let bits): bits / 8
        }
    }
}

extension PublicKeyParameters {
    /// The kind of key pair that this is the public half of.
    var keyType: KeyType {
        switch self {
        case .ec(let curve, _, _): .ec(curve)
        case .ed25519: .ed25519
        case .ed448: .ed448
        case .rsa(let modulus, _): .rsa(bits: modulus.count * 8)
        }
    }
}
