import Attestation
import Synchronization
import ToqueCOSE
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

/// What both faces of the authenticator do with credentials: find, make, sign, derive. It waits for storage, never for
/// a person, and knows nothing of either face's errors.
final class CredentialEngine: Sendable {
    let profile: AuthenticatorProfile
    /// Of the profile's formats those that `attestation` makes, most wanted first.
    let attestationFormats: [AttestationFormat]
    /// Of the profile's algorithms those that one of the formats attests.
    let algorithms: [COSEAlgorithm]
    let storage: any CredentialStorage
    let random: any RandomSource
    let now: @Sendable () -> Timestamp
    /// The most discoverable credentials that there may be.
    let capacity: Int
    let attestation: AttestationSource
    /// nil where it is not capable of enterprise attestation.
    let enterprise: EnterpriseAttestation?
    let keys: SigningKeyCache
    /// Held while the large-blob array is changed, and by a reset, after which no array of before may be written. Taken
    /// before `wrapper`.
    let largeBlobs = Mutex(())
    private let wrapper = Mutex<CredentialWrapper?>(nil)
    /// Grows with each change of what authenticatorGetInfo tells.
    private let changes = Atomic(0)

    init(
        profile: AuthenticatorProfile, storage: any CredentialStorage, random: any RandomSource,
        now: @escaping @Sendable () -> Timestamp, capacity: Int, attestation: AttestationSource,
        enterprise: EnterpriseAttestation?, openedKeys: Int
    ) {
        let formats = profile.attestationFormats.filter(attestation.makes)
        self.profile = profile
        attestationFormats = formats
        algorithms = profile.algorithms.filter { algorithm in
            formats.isEmpty || formats.contains { $0.attests(algorithm) }
        }
        self.storage = storage
        self.random = random
        self.now = now
        self.capacity = capacity
        self.attestation = attestation
        self.enterprise = enterprise
        keys = SigningKeyCache(capacity: openedKeys)
    }

    /// The wrapping keys, made on first use.
    func wrappingKeys() throws(CredentialStorageError) -> CredentialWrapper {
        // The lock is held while storage is read, so that a reset cannot come between and leave voided keys behind.
        try wrapper.withLock { (wrapper) throws(CredentialStorageError) in
            if let wrapper { return wrapper }
            let made = CredentialWrapper(
                secret: try storage.secret(.credentialWrapping) { random.secret(CredentialWrapper.secretSize) })
            wrapper = made
            return made
        }
    }

    /// Forgets credentials, PIN and secrets (CTAP 2.3 section 6.6).
    func reset() throws(CredentialStorageError) {
        // Also where storage fails: it may have forgotten all and failed in what came then.
        defer {
            keys.removeAll()
            noteChange()
        }
        try largeBlobs.withLock { (_) throws(CredentialStorageError) in
            try wrapper.withLock { (wrapper) throws(CredentialStorageError) in
                defer { wrapper = nil }
                try storage.reset()
            }
        }
    }

    /// Counts the changes of the PIN and of discoverable credentials that this authenticator has seen.
    var changeCount: Int { changes.load(ordering: .acquiring) }

    func noteChange() { changes.add(1, ordering: .acquiringAndReleasing) }
}

/// Why the engine makes no credential, besides what storage and cryptography have to say.
enum CredentialEngineError: Error, Sendable, Hashable, CustomStringConvertible {
    /// There are as many discoverable credentials as there may be.
    case full(capacity: Int)

    var description: String {
        switch self {
        case .full(let capacity):
            "there are \(capacity) discoverable credentials, which is all that there is room for; delete some first"
        }
    }
}

/// An RP ID with its SHA-256, which most of what an authenticator does needs as well.
struct RelyingPartyID: Sendable, Hashable {
    let text: String
    let hash: [UInt8]

    init(_ text: String) {
        self.text = text
        hash = Digest.sha256(text)
    }
}
