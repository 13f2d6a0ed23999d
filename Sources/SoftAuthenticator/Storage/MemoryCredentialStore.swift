import Synchronization
import ToqueCrypto
import ToqueWebAuthn

/// Credentials that live as long as the process. Private keys are sealed here too, under a temporary key, so that they
/// are not exposed in memory.
public final class MemoryCredentialStore: CredentialStorage {
    private let keySealer = CredentialSealer(key: SystemRandom().secret(AES256GCM.keySize))
    private let secretSealer = SecretSealer(key: SystemRandom().secret(AES256GCM.keySize))
    private let state: Mutex<State>

    /// - Parameter signCount: the initial signature counter.
    public init(signCount: UInt32 = 0) { state = Mutex(State(signCount: signCount)) }

    public func save(
        _ credential: PublicKeyCredentialSource, privateKey: borrowing SecretBytes, credBlob: [UInt8]
    ) throws(CredentialStorageError) {
        let sealedKey = try keySealer.sealForStorage(privateKey, of: credential)
        let sealedCredBlob = try secretSealer.sealForStorage(credBlob: credBlob, of: credential)
        let isSaved = state.withLock {
            $0.save(credential, sealedKey: sealedKey, sealedCredBlob: sealedCredBlob)
        }
        guard isSaved else { throw .duplicate(credential) }
    }

    public func credential(rpID: String, id: [UInt8]) -> PublicKeyCredentialSource? {
        state.withLock { $0.scopes[Array(rpID.utf8)]?.records[id]?.credential }
    }

    public func credentials(rpID: String?) -> [PublicKeyCredentialSource] {
        let records = state.withLock { state in
            if let rpID { return state.scopes[Array(rpID.utf8)].map { Array($0.records.values) } ?? [] }
            return state.scopes.values.flatMap(\.records.values)
        }
        return records.sorted { $0.sequence > $1.sequence }.map(\.credential)
    }

    public func privateKey(of credential: PublicKeyCredentialSource) throws(CredentialStorageError) -> SecretBytes {
        let sealedKey = state.withLock { $0.scopes[Array(credential.rpID.utf8)]?.records[credential.id]?.sealedKey }
        guard let sealedKey else { throw .unknown(credential) }
        return try keySealer.openStored(sealedKey, of: credential)
    }

    public func credBlob(of credential: PublicKeyCredentialSource) throws(CredentialStorageError) -> [UInt8] {
        let record = state.withLock { $0.scopes[Array(credential.rpID.utf8)]?.records[credential.id] }
        guard let record else { throw .unknown(credential) }
        return try secretSealer.openStored(credBlob: record.sealedCredBlob, of: credential)
    }

    @discardableResult
    public func delete(rpID: String, id: [UInt8]) -> Bool {
        state.withLock { $0.remove(rpID: Array(rpID.utf8), id: id) }
    }

    public func signCount() -> UInt32 { state.withLock { $0.signCount } }

    public func nextSignCount() throws(CredentialStorageError) -> UInt32 {
        let next: UInt32? = state.withLock { state in
            let (next, overflow) = state.signCount.addingReportingOverflow(1)
            if overflow { return nil }
            state.signCount = next
            return next
        }
        guard let next else { throw .counterExhausted }
        return next
    }

    @discardableResult
    public func updateCounter<Value: Sendable>(
        of id: [UInt8], _ change: (inout CredentialCounter?) -> Value
    ) -> Value {
        state.withLock { change(&$0.counters[id]) }
    }

    // MARK: Management of discoverable credentials

    public func discoverableCredential(id: [UInt8]) -> PublicKeyCredentialSource? {
        state.withLock { state in state.homes[id].flatMap { state.scopes[$0]?.records[id]?.credential } }
    }

    public func discoverableCount() -> Int { state.withLock { $0.homes.count } }

    public func relyingPartyIDs() -> [String] {
        let newest = state.withLock { state in
            state.scopes.values.filter { !$0.discoverable.isEmpty }.map { ($0.rpID, $0.newestDiscoverable) }
        }
        return newest.sorted { $0.1 > $1.1 }.map(\.0)
    }

    public func relyingPartyID(hash: [UInt8]) -> String? {
        state.withLock { state in
            state.rpIDs[hash].flatMap { state.scopes[$0] }
                .flatMap { $0.discoverable.isEmpty ? nil : $0.rpID }
        }
    }

    public func updateUser(_ user: PublicKeyCredentialUserEntity, rpID: String, id: [UInt8]) -> Bool {
        let rpID = Array(rpID.utf8)
        return state.withLock { state in
            guard state.scopes[rpID]?.records[id] != nil else { return false }
            state.scopes[rpID]?.records[id]?.credential.user.name = user.name
            state.scopes[rpID]?.records[id]?.credential.user.displayName = user.displayName
            state.sealedSecrets[.credentialStoreState] = nil
            return true
        }
    }

    // MARK: The PIN

    public func pinState() -> PINState? { state.withLock { $0.pin?.state } }

    public func pinVerifier() throws(CredentialStorageError) -> SecretBytes? {
        guard let sealed = state.withLock({ $0.pin?.sealedVerifier }) else { return nil }
        return try secretSealer.openStored(sealed, as: .pinVerifier)
    }

    public func setPIN(verifier: borrowing SecretBytes, codePoints: Int) throws(CredentialStorageError) {
        let sealed = try secretSealer.sealForStorage(verifier, as: .pinVerifier)
        let pin = PIN(state: PINState(retries: PINState.maxRetries, codePoints: codePoints), sealedVerifier: sealed)
        state.withLock { state in
            state.pin = pin
            state.settings.forcePINChange = false
            state.sealedSecrets[.persistentToken] = nil
        }
    }

    public func spendPINRetry() -> Int {
        state.withLock { state in
            let left = max(0, (state.pin?.state.retries ?? 0) - 1)
            state.pin?.state.retries = left
            return left
        }
    }

    public func restorePINRetries() { state.withLock { $0.pin?.state.retries = PINState.maxRetries } }

    // MARK: Settings

    public func settings() -> AuthenticatorSettings { state.withLock { $0.settings } }

    @discardableResult
    public func updateSettings<Value: Sendable>(_ change: (inout AuthenticatorSettings) -> Value) -> Value {
        state.withLock { change(&$0.settings) }
    }

    // MARK: Fingerprints

    public func fingerprints() -> [Fingerprint] { state.withLock { $0.fingerprints } }

    public func save(_ fingerprint: Fingerprint) {
        state.withLock { state in
            if let index = state.fingerprints.firstIndex(where: { $0.id == fingerprint.id }) {
                state.fingerprints[index] = fingerprint
            } else {
                state.fingerprints.append(fingerprint)
            }
        }
    }

    public func deleteFingerprint(id: [UInt8]) -> Bool {
        state.withLock { state in
            guard let index = state.fingerprints.firstIndex(where: { $0.id == id }) else { return false }
            state.fingerprints.remove(at: index)
            return true
        }
    }

    // MARK: Large blobs

    public func largeBlob(of credential: PublicKeyCredentialSource) throws(CredentialStorageError) -> [UInt8]? {
        let record = state.withLock { $0.scopes[Array(credential.rpID.utf8)]?.records[credential.id] }
        guard let record else { throw .unknown(credential) }
        guard let sealed = record.sealedLargeBlob else { return nil }
        return try secretSealer.openStored(largeBlob: sealed, of: credential)
    }

    public func setLargeBlob(
        _ blob: [UInt8], of credential: PublicKeyCredentialSource, capacity: Int
    ) throws(CredentialStorageError) -> Bool {
        let sealed = try secretSealer.sealForStorage(largeBlob: blob, of: credential)
        let rpID = Array(credential.rpID.utf8)
        return try state.withLock { (state) throws(CredentialStorageError) in
            guard let before = state.scopes[rpID]?.records[credential.id] else { throw .unknown(credential) }
            let size = state.scopes.values.flatMap(\.records.values).reduce(0) { $0 + ($1.sealedLargeBlob?.count ?? 0) }
            guard size - (before.sealedLargeBlob?.count ?? 0) + sealed.count <= capacity else { return false }
            state.scopes[rpID]?.records[credential.id]?.sealedLargeBlob = sealed
            return true
        }
    }

    public func largeBlobArray() -> [UInt8]? { state.withLock { $0.largeBlobArray } }

    public func setLargeBlobArray(_ array: [UInt8]) { state.withLock { $0.largeBlobArray = array } }

    // MARK: Secrets and reset

    public func secret(
        _ name: StoredSecret, makingIt make: () -> SecretBytes
    ) throws(CredentialStorageError) -> SecretBytes {
        if let sealed = state.withLock({ $0.sealedSecrets[name] }) {
            return try secretSealer.openStored(sealed, as: .secret(name))
        }
        let made = try secretSealer.sealForStorage(make(), as: .secret(name))
        let sealed = state.withLock { state in
            let first = state.sealedSecrets[name] ?? made
            state.sealedSecrets[name] = first
            return first
        }
        return try secretSealer.openStored(sealed, as: .secret(name))
    }

    public func forget(_ name: StoredSecret) { state.withLock { $0.sealedSecrets[name] = nil } }

    public func has(_ name: StoredSecret) -> Bool { state.withLock { $0.sealedSecrets[name] != nil } }

    public func reset() {
        state.withLock { state in
            var fresh = State(signCount: state.signCount)
            fresh.sealedSecrets = state.sealedSecrets.filter { $0.key.survivesReset }
            state = fresh
        }
    }
}
