import ToqueCOSE
import ToqueCrypto

extension COSEAlgorithm {
    /// The key pair that a new credential of this algorithm gets; nil for an algorithm that no profile has.
    var keyType: KeyType? {
        switch self {
        case .es256: .ec(.p256)
        case .edDSA: .ed25519
        case .rs256: .rsa(bits: 2048)
        default: nil
        }
    }
}

extension PublicKeyParameters {
    /// The kind of key pair that this is the public half of.
    var keyType: KeyType {
        switch self {
        case .ec(let curve, _, _): .ec(curve)
        case .ed25519: .ed25519
        case .rsa(let modulus, _): .rsa(bits: modulus.count * 8)
        }
    }
}
