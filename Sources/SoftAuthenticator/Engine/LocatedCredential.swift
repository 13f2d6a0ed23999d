import ToqueCOSE
import ToqueCrypto
import ToqueWebAuthn

/// A credential that a request found, wherever it is kept.
enum LocatedCredential: Sendable {
    case stored(PublicKeyCredentialSource)
    /// Sealed into its ID.
    case wrapped(id: [UInt8], algorithm: COSEAlgorithm, traits: CredentialTraits, key: SigningKey)

    var id: [UInt8] {
        switch self {
        case .stored(let source): source.id
        case .wrapped(let id, _, _, _): id
        }
    }

    var algorithm: COSEAlgorithm {
        switch self {
        case .stored(let source): source.publicKey.algorithm
        case .wrapped(_, let algorithm, _, _): algorithm
        }
    }

    var traits: CredentialTraits {
        switch self {
        case .stored(let source): source.traits
        case .wrapped(_, _, let traits, _): traits
        }
    }

    /// Whom it is for; an ID carries the hash alone.
    var rpID: String? {
        guard case .stored(let source) = self else { return nil }
        return source.rpID
    }

    /// Whose it is; an ID does not carry it.
    var user: PublicKeyCredentialUserEntity? {
        guard case .stored(let source) = self else { return nil }
        return source.user
    }

    /// Where its large blob is kept; nil where it has none.
    var largeBlobs: LargeBlobForm? {
        guard case .stored(let source) = self else { return nil }
        return source.largeBlobs
    }

    var isDiscoverable: Bool {
        guard case .stored(let source) = self else { return false }
        return source.isDiscoverable
    }
}
