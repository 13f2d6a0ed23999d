import ToqueCrypto
import ToqueWebAuthn

/// Storage for an authenticator's credentials, signature counter, PIN and secrets. A call's changes are durable on
/// return, and concurrent calls are atomic. A call may wait for a disk: tasks make it within `run`. Each change of the
/// discoverable credentials deletes `StoredSecret.credentialStoreState` in the same transaction.
public protocol CredentialStorage: Sendable {
    /// Stores a credential and its sealed private key. A discoverable one replaces the discoverable credential of the
    /// same RP ID and user handle (section 6.3.2, step 7.4).
    /// - Parameters:
    ///   - privateKey: see `KeyPair.secret`.
    ///   - credBlob: the RP's data (CTAP 2.3 section 12.2), also sealed; empty for none.
    /// - Throws: `duplicateCredential` if another credential of the RP has the same ID.
    func save(
        _ credential: PublicKeyCredentialSource, privateKey: borrowing SecretBytes, credBlob: [UInt8]
    ) throws(CredentialStorageError)

    /// The credential with this ID that belongs to the RP ID; nil if there is none.
    func credential(rpID: String, id: [UInt8]) throws(CredentialStorageError) -> PublicKeyCredentialSource?

    /// The credentials of an RP ID, or all if it is nil, most recent first.
    func credentials(rpID: String?) throws(CredentialStorageError) -> [PublicKeyCredentialSource]

    /// The private key of a credential.
    /// - Throws: `unknownCredential` if it was deleted, `brokenSeal` if the sealed key was changed or belongs to
    ///   another credential.
    func privateKey(of credential: PublicKeyCredentialSource) throws(CredentialStorageError) -> SecretBytes

    /// The RP's data stored with a credential; empty if there is none.
    /// - Throws: see `privateKey(of:)`.
    func credBlob(of credential: PublicKeyCredentialSource) throws(CredentialStorageError) -> [UInt8]

    /// Deletes a credential.
    /// - Returns: false if there was none.
    @discardableResult
    func delete(rpID: String, id: [UInt8]) throws(CredentialStorageError) -> Bool

    /// The current signature counter: one for all credentials, 0 before the first signature (section 6.1.1).
    func signCount() throws(CredentialStorageError) -> UInt32

    /// Increments the signature counter; no two calls get the same value.
    /// - Returns: the new value.
    /// - Throws: `counterExhausted` after 2^32 - 1.
    func nextSignCount() throws(CredentialStorageError) -> UInt32

    /// Changes a credential's own signature counter, nil for none. It is deleted with the credential. Concurrent
    /// changes are not lost.
    /// - Returns: the body's result.
    @discardableResult
    func updateCounter<Value: Sendable>(
        of id: [UInt8], _ change: (inout CredentialCounter?) -> Value
    ) throws(CredentialStorageError) -> Value

    // MARK: Management of discoverable credentials

    /// The discoverable credential with this ID, whatever its RP ID; nil if there is none.
    func discoverableCredential(id: [UInt8]) throws(CredentialStorageError) -> PublicKeyCredentialSource?

    /// The number of discoverable credentials.
    func discoverableCount() throws(CredentialStorageError) -> Int

    /// The RP IDs of discoverable credentials, each once, most recent first.
    func relyingPartyIDs() throws(CredentialStorageError) -> [String]

    /// The RP ID with this SHA-256, among those of `relyingPartyIDs`; nil if there is none.
    func relyingPartyID(hash: [UInt8]) throws(CredentialStorageError) -> String?

    /// Replaces the user's names; `user.id` stays.
    /// - Returns: false if there is no such credential.
    func updateUser(_ user: PublicKeyCredentialUserEntity, rpID: String, id: [UInt8]) throws(CredentialStorageError)
        -> Bool

    // MARK: The PIN

    /// The PIN's state; nil if none is set.
    func pinState() throws(CredentialStorageError) -> PINState?

    /// The value that PINs are compared with, the first 16 bytes of the PIN's SHA-256; nil if none is set.
    func pinVerifier() throws(CredentialStorageError) -> SecretBytes?

    /// Sets or changes the PIN. In one step, this restores all tries, ends a forced change, and deletes the persistent
    /// token (section 6.5.5.6).
    /// - Parameters:
    ///   - verifier: the first 16 bytes of its SHA-256.
    ///   - codePoints: its length in Unicode code points.
    func setPIN(verifier: borrowing SecretBytes, codePoints: Int) throws(CredentialStorageError)

    /// Uses up a try, before a PIN is compared.
    /// - Returns: the remaining tries, at least 0.
    func spendPINRetry() throws(CredentialStorageError) -> Int

    /// Restores all tries, after the right PIN.
    func restorePINRetries() throws(CredentialStorageError)

    // MARK: Settings

    /// The configuration; the defaults if nothing is configured.
    func settings() throws(CredentialStorageError) -> AuthenticatorSettings

    /// Changes the configuration. Concurrent changes are not lost.
    /// - Returns: the body's result.
    @discardableResult
    func updateSettings<Value: Sendable>(
        _ change: (inout AuthenticatorSettings) -> Value
    ) throws(CredentialStorageError) -> Value

    // MARK: Fingerprints

    /// The enrolled fingerprints, in order of enrollment.
    func fingerprints() throws(CredentialStorageError) -> [Fingerprint]

    /// Stores a fingerprint, replacing the one with its ID.
    func save(_ fingerprint: Fingerprint) throws(CredentialStorageError)

    /// - Returns: false if there was none.
    func deleteFingerprint(id: [UInt8]) throws(CredentialStorageError) -> Bool

    // MARK: Large blobs

    /// A credential's large blob, as given to `setLargeBlob`; nil if there is none.
    /// - Throws: see `privateKey(of:)`.
    func largeBlob(of credential: PublicKeyCredentialSource) throws(CredentialStorageError) -> [UInt8]?

    /// Stores a credential's large blob, sealed at rest, replacing the previous one. It is deleted with the credential.
    /// - Parameter capacity: the maximum total size of all sealed blobs in bytes.
    /// - Returns: false if they would exceed it; nothing has changed then.
    /// - Throws: `unknownCredential` if it was deleted.
    func setLargeBlob(
        _ blob: [UInt8], of credential: PublicKeyCredentialSource, capacity: Int
    ) throws(CredentialStorageError) -> Bool

    /// The serialized large-blob array (section 6.10.2); nil if none was written.
    func largeBlobArray() throws(CredentialStorageError) -> [UInt8]?

    /// Replaces the array atomically.
    func setLargeBlobArray(_ array: [UInt8]) throws(CredentialStorageError)

    // MARK: Secrets and reset

    /// A secret of the authenticator itself, sealed at rest.
    /// - Parameter make: makes the secret if it does not exist; concurrent callers get the same one.
    func secret(
        _ name: StoredSecret, makingIt make: () -> SecretBytes
    ) throws(CredentialStorageError) -> SecretBytes

    /// Deletes a secret. The next request for it makes a new one.
    func forget(_ name: StoredSecret) throws(CredentialStorageError)

    /// True if the secret exists.
    func has(_ name: StoredSecret) throws(CredentialStorageError) -> Bool

    /// Deletes all credentials, the PIN, settings, fingerprints, large blobs and the secrets that a reset voids, in one
    /// step (CTAP 2.3 section 6.6). The signature counter continues, and secrets with `StoredSecret.survivesReset`
    /// stay.
    func reset() throws(CredentialStorageError)

    // MARK: Tasks

    /// Runs work that calls this storage, for a task. Storage that waits for a disk uses its own thread, so that no
    /// thread of the cooperative pool waits. The work runs even if the task was canceled.
    func run<Value: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value
}

extension CredentialStorage {
    /// Stores a credential without data of the RP.
    public func save(
        _ credential: PublicKeyCredentialSource, privateKey: borrowing SecretBytes
    ) throws(CredentialStorageError) {
        try save(credential, privateKey: privateKey, credBlob: [])
    }

    /// Storage that never waits runs the work directly.
    public func run<Value: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        try work()
    }
}
