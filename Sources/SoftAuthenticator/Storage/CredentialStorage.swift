import ToqueCrypto
import ToqueWebAuthn

/// Where an authenticator keeps its credentials, its signature counter, its PIN and its secrets. What a call has
/// changed is durable when it returns, and calls of several threads at once are each whole. A call may wait for a disk:
/// a task makes it within `run`. With each change of the discoverable credentials `StoredSecret.credentialStoreState`
/// is forgotten, both or neither.
public protocol CredentialStorage: Sendable {
    /// Keeps a credential, its private key sealed. A discoverable one takes the place of the discoverable credential
    /// of the same RP ID and user handle (section 6.3.2, step 7.4).
    /// - Parameters:
    ///   - privateKey: as `KeyPair.secret` describes it.
    ///   - credBlob: what the RP has stored with it (CTAP 2.3 section 12.2), sealed as well; empty for nothing.
    /// - Throws: `duplicateCredential` where another credential of the RP has the same ID.
    func save(
        _ credential: PublicKeyCredentialSource, privateKey: borrowing SecretBytes, credBlob: [UInt8]
    ) throws(CredentialStorageError)

    /// The credential of this ID that belongs to the RP ID; nil where there is none.
    func credential(rpID: String, id: [UInt8]) throws(CredentialStorageError) -> PublicKeyCredentialSource?

    /// The credentials of an RP ID, or all of them where it is nil, most recent first.
    func credentials(rpID: String?) throws(CredentialStorageError) -> [PublicKeyCredentialSource]

    /// The private key of a credential.
    /// - Throws: `unknownCredential` where it was deleted, `brokenSeal` where the sealed key was changed or belongs to
    ///   another credential.
    func privateKey(of credential: PublicKeyCredentialSource) throws(CredentialStorageError) -> SecretBytes

    /// What the RP has stored with a credential; empty where that is nothing.
    /// - Throws: as `privateKey(of:)` does.
    func credBlob(of credential: PublicKeyCredentialSource) throws(CredentialStorageError) -> [UInt8]

    /// Forgets a credential.
    /// - Returns: false where there was none.
    @discardableResult
    func delete(rpID: String, id: [UInt8]) throws(CredentialStorageError) -> Bool

    /// The signature counter as it stands: one for all credentials, 0 before the first signature (section 6.1.1).
    func signCount() throws(CredentialStorageError) -> UInt32

    /// Adds one to the signature counter; no two calls get the same value.
    /// - Returns: the new value.
    /// - Throws: `counterExhausted` after 2^32 - 1.
    func nextSignCount() throws(CredentialStorageError) -> UInt32

    /// Changes the signature counter that a credential has of its own; nil is none. It is forgotten with the
    /// credential. Of two callers at once neither's change is lost.
    /// - Returns: what the body does.
    @discardableResult
    func updateCounter<Value: Sendable>(
        of id: [UInt8], _ change: (inout CredentialCounter?) -> Value
    ) throws(CredentialStorageError) -> Value

    // MARK: Management of discoverable credentials

    /// The discoverable credential of this ID, whatever its RP ID; nil where there is none.
    func discoverableCredential(id: [UInt8]) throws(CredentialStorageError) -> PublicKeyCredentialSource?

    /// How many discoverable credentials there are.
    func discoverableCount() throws(CredentialStorageError) -> Int

    /// The RP IDs that have discoverable credentials, each once, most recent first.
    func relyingPartyIDs() throws(CredentialStorageError) -> [String]

    /// The RP ID whose SHA-256 this is, among those of `relyingPartyIDs`; nil where there is none.
    func relyingPartyID(hash: [UInt8]) throws(CredentialStorageError) -> String?

    /// Puts other names in the place of the user's; `user.id` stays.
    /// - Returns: false where there is no such credential.
    func updateUser(_ user: PublicKeyCredentialUserEntity, rpID: String, id: [UInt8]) throws(CredentialStorageError)
        -> Bool

    // MARK: The PIN

    /// The PIN's state; nil where none is set.
    func pinState() throws(CredentialStorageError) -> PINState?

    /// What the PIN is compared with, the first 16 bytes of its SHA-256; nil where none is set.
    func pinVerifier() throws(CredentialStorageError) -> SecretBytes?

    /// Sets or changes the PIN; all its tries are left again, the duty to change it is over and the persistent token is
    /// forgotten, all at once (section 6.5.5.6).
    /// - Parameters:
    ///   - verifier: the first 16 bytes of its SHA-256.
    ///   - codePoints: its length in Unicode code points.
    func setPIN(verifier: borrowing SecretBytes, codePoints: Int) throws(CredentialStorageError)

    /// Takes one try away, before a PIN is compared.
    /// - Returns: how many are left. Never below 0.
    func spendPINRetry() throws(CredentialStorageError) -> Int

    /// Gives all tries back, after the right PIN.
    func restorePINRetries() throws(CredentialStorageError)

    // MARK: Settings

    /// What is configured; the defaults where nothing is.
    func settings() throws(CredentialStorageError) -> AuthenticatorSettings

    /// Changes what is configured. Of two callers at once neither's change is lost.
    /// - Returns: what the body does.
    @discardableResult
    func updateSettings<Value: Sendable>(
        _ change: (inout AuthenticatorSettings) -> Value
    ) throws(CredentialStorageError) -> Value

    // MARK: Fingerprints

    /// The enrolled fingerprints, in the order of their enrollment.
    func fingerprints() throws(CredentialStorageError) -> [Fingerprint]

    /// Keeps a fingerprint, in the place of the one with its ID.
    func save(_ fingerprint: Fingerprint) throws(CredentialStorageError)

    /// - Returns: false where there was none.
    func deleteFingerprint(id: [UInt8]) throws(CredentialStorageError) -> Bool

    // MARK: Large blobs

    /// The large blob that is kept with a credential, as `setLargeBlob` was given it; nil where there is none.
    /// - Throws: as `privateKey(of:)` does.
    func largeBlob(of credential: PublicKeyCredentialSource) throws(CredentialStorageError) -> [UInt8]?

    /// Keeps a large blob with a credential in the place of the one before, sealed at rest. It is forgotten with the
    /// credential.
    /// - Parameter capacity: bytes that the sealed blobs of all credentials may have together.
    /// - Returns: false where they would have more; nothing has changed then.
    /// - Throws: `unknownCredential` where it was deleted.
    func setLargeBlob(
        _ blob: [UInt8], of credential: PublicKeyCredentialSource, capacity: Int
    ) throws(CredentialStorageError) -> Bool

    /// The serialized large-blob array (section 6.10.2); nil where none was written.
    func largeBlobArray() throws(CredentialStorageError) -> [UInt8]?

    /// Keeps the array in the place of the one before, whole or not at all.
    func setLargeBlobArray(_ array: [UInt8]) throws(CredentialStorageError)

    // MARK: Secrets and reset

    /// A secret of the authenticator itself, sealed at rest.
    /// - Parameter make: gives it where there is none yet; of two callers at once both get the same one.
    func secret(
        _ name: StoredSecret, makingIt make: () -> SecretBytes
    ) throws(CredentialStorageError) -> SecretBytes

    /// Forgets a secret, which is then made anew where it is asked for.
    func forget(_ name: StoredSecret) throws(CredentialStorageError)

    /// Whether there is such a secret.
    func has(_ name: StoredSecret) throws(CredentialStorageError) -> Bool

    /// Forgets all credentials, the PIN, settings, fingerprints, large blobs and the secrets that a reset voids, all at
    /// once (CTAP 2.3 section 6.6). The signature counter goes on, and what `StoredSecret.survivesReset` names stays.
    func reset() throws(CredentialStorageError)

    // MARK: Tasks

    /// Runs work that calls this storage, for a task. A storage that waits for a disk does it on a thread of its own,
    /// so that no thread of the cooperative pool waits; the work is carried out even where the task was canceled.
    func run<Value: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value
}

extension CredentialStorage {
    /// Keeps a credential with which the RP stores nothing.
    public func save(
        _ credential: PublicKeyCredentialSource, privateKey: borrowing SecretBytes
    ) throws(CredentialStorageError) {
        try save(credential, privateKey: privateKey, credBlob: [])
    }

    /// A storage that never waits runs the work where it is.
    public func run<Value: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        try work()
    }
}
