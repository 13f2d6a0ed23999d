import ToqueCrypto
import ToqueWebAuthn

@testable import SoftAuthenticator

/// A storage that records the calls which change state or read a PIN's or finger's reference, and fails one of them on
/// demand. For one thread.
final class WatchedStorage: CredentialStorage, @unchecked Sendable {
    private let storage = MemoryCredentialStore()
    var calls: [String] = []
    var failing: String?
    /// Fails after it has carried the call out.
    var failsLate = false
    var failure = CredentialStorageError.Code.inaccessible

    private func note(_ call: String = #function) throws(CredentialStorageError) {
        let name = String(call.prefix { $0 != "(" })
        calls.append(name)
        if name == failing { throw CredentialStorageError(failure, "\(name) fails in this test") }
    }

    func pinVerifier() throws(CredentialStorageError) -> SecretBytes? {
        try note()
        return try storage.pinVerifier()
    }

    func setPIN(verifier: borrowing SecretBytes, codePoints: Int) throws(CredentialStorageError) {
        try note()
        try storage.setPIN(verifier: verifier, codePoints: codePoints)
    }

    func spendPINRetry() throws(CredentialStorageError) -> Int {
        try note()
        return storage.spendPINRetry()
    }

    func restorePINRetries() throws(CredentialStorageError) {
        try note()
        storage.restorePINRetries()
    }

    func credentials(rpID: String?) throws(CredentialStorageError) -> [PublicKeyCredentialSource] {
        try note()
        return storage.credentials(rpID: rpID)
    }

    func relyingPartyIDs() throws(CredentialStorageError) -> [String] {
        try note()
        return storage.relyingPartyIDs()
    }

    func credential(rpID: String, id: [UInt8]) throws(CredentialStorageError) -> PublicKeyCredentialSource? {
        try note()
        return storage.credential(rpID: rpID, id: id)
    }

    func relyingPartyID(hash: [UInt8]) throws(CredentialStorageError) -> String? {
        try note()
        return storage.relyingPartyID(hash: hash)
    }

    func save(
        _ credential: PublicKeyCredentialSource, privateKey: borrowing SecretBytes, credBlob: [UInt8]
    ) throws(CredentialStorageError) {
        try note()
        try storage.save(credential, privateKey: privateKey, credBlob: credBlob)
    }

    func nextSignCount() throws(CredentialStorageError) -> UInt32 {
        try note()
        return try storage.nextSignCount()
    }

    func secret(_ name: StoredSecret, makingIt make: () -> SecretBytes) throws(CredentialStorageError) -> SecretBytes {
        try note()
        return try storage.secret(name, makingIt: make)
    }

    func updateSettings<Value: Sendable>(
        _ change: (inout AuthenticatorSettings) -> Value
    ) throws(CredentialStorageError) -> Value {
        try note()
        return storage.updateSettings(change)
    }

    func save(_ fingerprint: Fingerprint) throws(CredentialStorageError) {
        try note("saveFingerprint")
        storage.save(fingerprint)
    }

    func fingerprints() throws(CredentialStorageError) -> [Fingerprint] {
        try note()
        return storage.fingerprints()
    }

    func deleteFingerprint(id: [UInt8]) throws(CredentialStorageError) -> Bool {
        try note()
        return storage.deleteFingerprint(id: id)
    }

    func setLargeBlobArray(_ array: [UInt8]) throws(CredentialStorageError) {
        try note()
        storage.setLargeBlobArray(array)
    }

    func setLargeBlob(
        _ blob: [UInt8], of credential: PublicKeyCredentialSource, capacity: Int
    ) throws(CredentialStorageError) -> Bool {
        try note()
        return try storage.setLargeBlob(blob, of: credential, capacity: capacity)
    }

    func forget(_ name: StoredSecret) throws(CredentialStorageError) {
        try note()
        storage.forget(name)
    }

    func reset() throws(CredentialStorageError) {
        if failsLate { storage.reset() }
        try note()
        storage.reset()
    }

    // Calls that are not recorded.

    func privateKey(of credential: PublicKeyCredentialSource) throws(CredentialStorageError) -> SecretBytes {
        try storage.privateKey(of: credential)
    }

    func credBlob(of credential: PublicKeyCredentialSource) throws(CredentialStorageError) -> [UInt8] {
        try storage.credBlob(of: credential)
    }

    func largeBlob(of credential: PublicKeyCredentialSource) throws(CredentialStorageError) -> [UInt8]? {
        try storage.largeBlob(of: credential)
    }

    func settings() -> AuthenticatorSettings { storage.settings() }
    func largeBlobArray() -> [UInt8]? { storage.largeBlobArray() }
    func has(_ name: StoredSecret) -> Bool { storage.has(name) }

    func delete(rpID: String, id: [UInt8]) -> Bool { storage.delete(rpID: rpID, id: id) }
    func signCount() -> UInt32 { storage.signCount() }
    func updateCounter<Value: Sendable>(
        of id: [UInt8], _ change: (inout CredentialCounter?) -> Value
    ) throws(CredentialStorageError) -> Value {
        try note()
        return storage.updateCounter(of: id, change)
    }

    func discoverableCredential(id: [UInt8]) -> PublicKeyCredentialSource? { storage.discoverableCredential(id: id) }
    func discoverableCount() -> Int { storage.discoverableCount() }

    func updateUser(_ user: PublicKeyCredentialUserEntity, rpID: String, id: [UInt8]) -> Bool {
        storage.updateUser(user, rpID: rpID, id: id)
    }

    func pinState() -> PINState? { storage.pinState() }
}
