import Attestation
import Synchronization
import ToqueCOSE
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

/// The work with credentials that both faces of the authenticator share: find, make, sign, derive. It waits for
/// storage, never for a person, and does not use either face's errors.
final class CredentialEngine: Sendable {
    let profile: AuthenticatorProfile
    /// The profile's formats that `attestation` can make, in order of preference.
    let attestationFormats: [AttestationFormat]
    /// The profile's algorithms that one of the formats attests.
    let algorithms: [COSEAlgorithm]
    let storage: any CredentialStorage
    let random: any RandomSource
    let now: @Sendable () -> Timestamp
    /// The maximum number of discoverable credentials.
    let capacity: Int
    let attestation: AttestationSource
    /// nil if it is not capable of enterprise attestation.
    let enterprise: EnterpriseAttestation?
    let keys: SigningKeyCache
    /// Gives the key of a new credential; nil for one from `random`.
    let newKey: (@Sendable (KeyType) throws -> KeyPair)?
    /// Held while the large-blob array is changed, and by a reset, after which no earlier array may be written. Taken
    /// before `wrapper`.
    let largeBlobs = Mutex(())
    private let wrapper = Mutex<CredentialWrapper?>(nil)
    /// Increases with each change of authenticatorGetInfo's response.
    private let changes = Atomic(0)

    init(
        profile: AuthenticatorProfile, storage: any CredentialStorage, random: any RandomSource,
        now: @escaping @Sendable () -> Timestamp, capacity: Int, attestation: AttestationSource,
        enterprise: EnterpriseAttestation?, openedKeys: Int, newKey: (@Sendable (KeyType) throws -> KeyPair)?
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
        self.newKey = newKey
    }

    /// The wrapping keys, made on first use.
    func wrappingKeys() throws(CredentialStorageError) -> CredentialWrapper {
        // The lock is held while storage is read, so that a reset in between cannot leave voided keys behind.
        try wrapper.withLock { (wrapper) throws(CredentialStorageError) in
            if let wrapper { return wrapper }
            let made = CredentialWrapper(
                secret: try storage.secret(.credentialWrapping) { random.secret(CredentialWrapper.secretSize) })
            wrapper = made
            return made
        }
    }

    /// Deletes credentials, PIN and secrets (CTAP 2.3 section 6.6).
    func reset() throws(CredentialStorageError) {
        // Even if storage fails: it may have deleted everything before the failure.
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

    /// Counts this authenticator's changes of the PIN and of discoverable credentials.
    var changeCount: Int { changes.load(ordering: .acquiring) }

    func noteChange() { changes.add(1, ordering: .acquiringAndReleasing) }
}

/// Why the engine makes no credential, besides the errors of storage and cryptography.
enum CredentialEngineError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The maximum number of discoverable credentials is reached.
    case full(capacity: Int)

    var description: String {
        switch self {
        case .full(let capacity):
            "there are \(capacity) discoverable credentials, which is all that there is room for; delete some first"
        }
    }
}

/// An RP ID with its SHA-256, which most operations also need.
struct RelyingPartyID: Sendable, Hashable {
    let text: String
    let hash: [UInt8]

    init(_ text: String) {
        self.text = text
        hash = Digest.sha256(text)
    }
}
