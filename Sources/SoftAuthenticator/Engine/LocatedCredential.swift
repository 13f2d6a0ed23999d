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

    /// What an ID does not carry; nil for a credential that is sealed into its own.
    var stored: PublicKeyCredentialSource? {
        guard case .stored(let source) = self else { return nil }
        return source
    }
}

/// What stays true for a credential as long as it lives, besides its key.
struct CredentialTraits: Sendable, Hashable {
    var protection: CredentialProtectionPolicy
    var isForThirdPartyPayment: Bool
    var backup: BackupState
    var counter: CounterBehavior.Kind

    /// Whether it may be used in an assertion (CTAP 2.3 section 6.2.2, step 7).
    /// - Parameter isListed: the request names it, in its allow list.
    func permitsUse(userVerified: Bool, isListed: Bool) -> Bool {
        switch protection {
        case .userVerificationOptional: true
        case .userVerificationOptionalWithCredentialIDList: userVerified || isListed
        case .userVerificationRequired: userVerified
        }
    }
}

extension PublicKeyCredentialSource {
    var traits: CredentialTraits {
        CredentialTraits(
            protection: protection, isForThirdPartyPayment: isForThirdPartyPayment, backup: backup,
            counter: counter)
    }
}
