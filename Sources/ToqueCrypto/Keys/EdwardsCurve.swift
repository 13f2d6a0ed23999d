import CLibCrypto

/// The curves of EdDSA (RFC 8032).
enum EdwardsCurve: Sendable, Hashable {
    case ed25519, ed448

    /// Bytes of a private seed and of a public key (sections 5.1.5 and 5.2.5).
    var size: Int {
        switch self {
        case .ed25519: 32
        case .ed448: 57
        }
    }

    /// OpenSSL's type of EVP_PKEY.
    var nid: Int32 {
        switch self {
        case .ed25519: EVP_PKEY_ED25519
        case .ed448: EVP_PKEY_ED448
        }
    }

    func parameters(_ publicKey: [UInt8]) -> PublicKeyParameters {
        switch self {
        case .ed25519: .ed25519(publicKey)
        case .ed448: .ed448(publicKey)
        }
    }
}
