import ToqueCOSE
import ToqueCrypto
import ToqueWebAuthn

/// A credential that a request found, wherever it is stored.
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

    /// The members that an ID does not contain; nil for a credential sealed into its ID.
    var stored: PublicKeyCredentialSource? {
        guard case .stored(let source) = self else { return nil }
        return source
    }
}

/// The unchanging traits of a credential besides its key.
struct CredentialTraits: Sendable, Hashable {
    var protection: CredentialProtectionPolicy
    var isForThirdPartyPayment: Bool
    var backup: BackupState
    var counter: CounterBehavior.Kind

    /// True if an assertion may use it (CTAP 2.3 section 6.2.2, step 7).
    /// - Parameter isListed: true if the request's allow list names it.
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
