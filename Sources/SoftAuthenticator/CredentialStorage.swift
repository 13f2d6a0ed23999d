import ToqueCrypto

/// Where an authenticator keeps its credentials and its signature counter. What a call has changed is durable when it
/// returns, and calls of several tasks at once are each whole.
public protocol CredentialStorage: Sendable {
    /// Keeps a credential, its private key sealed. A discoverable one takes the place of the discoverable credential
    /// of the same RP ID and user handle (section 6.3.2, step 7.4).
    /// - Parameter privateKey: as `KeyPair.secret` describes it.
    /// - Throws: `duplicateCredential` where another credential of the RP has the same ID.
    func save(
        _ credential: PublicKeyCredentialSource, privateKey: borrowing SecretBytes
    ) async throws(CredentialStorageError)

    /// The credential of this ID that belongs to the RP ID; nil where there is none.
    func credential(rpID: String, id: [UInt8]) async throws(CredentialStorageError) -> PublicKeyCredentialSource?

    /// The credentials of an RP ID, or all of them where it is nil, most recent first.
    func credentials(rpID: String?) async throws(CredentialStorageError) -> [PublicKeyCredentialSource]

    /// The private key of a credential.
    /// - Throws: `unknownCredential` where it was deleted, `brokenSeal` where the sealed key was changed or belongs to
    ///   another credential.
    func privateKey(of credential: PublicKeyCredentialSource) async throws(CredentialStorageError) -> SecretBytes

    /// Forgets a credential.
    /// - Returns: false where there was none.
    @discardableResult
    func delete(rpID: String, id: [UInt8]) async throws(CredentialStorageError) -> Bool

    /// The signature counter as it stands: one for all credentials, 0 before the first signature (section 6.1.1).
    func signCount() async throws(CredentialStorageError) -> UInt32

    /// Adds one to the signature counter; no two calls get the same value.
    /// - Returns: the new value.
    /// - Throws: `counterExhausted` after 2^32 - 1.
    func nextSignCount() async throws(CredentialStorageError) -> UInt32
}
