import SoftAuthenticator
import ToqueCrypto
import ToqueFiles

/// The passphrase beside a store's key file: who has the file alone then opens nothing.
public enum StorePassphrase {
    /// Gives the passphrase, where one is needed.
    public typealias Source = () throws(CredentialStorageError) -> SecretBytes

    /// Whether a key file is sealed under a passphrase; false where it is not there.
    /// - Parameter keyPath: as of `SQLiteCredentialStore`.
    public static func isSet(_ keyPath: String) throws(CredentialStorageError) -> Bool {
        let file = try StoreFailure.files { () throws(FileError) in
            try PrivateFile.read(keyPath, limit: KeyFile.limit)
        }
        guard var content = file else { return false }
        defer { content.cleanse() }
        return SealedKey(content) != nil
    }

    /// Seals a key file under a passphrase, in the place of the one that it has. The file is replaced whole or not at
    /// all; the store itself stays as it is, so that no process should have it open.
    /// - Parameters:
    ///   - present: the passphrase that it has.
    /// - Throws: `missingKeyFile` and `invalidKeyFile`; `passphraseNeeded` and `wrongPassphrase` of the present one;
    ///   `inUse` while another process replaces the file, `insecurePermissions`, and what the system refuses.
    public static func set(
        _ passphrase: borrowing SecretBytes, on keyPath: String, present: Source? = nil
    ) throws(CredentialStorageError) {
        let key = try KeyFile.open(keyPath, of: nil, passphrase: present)
        let sealed: SealedKey
        do {
            sealed = try SealedKey(key, under: passphrase)
        } catch {
            throw CredentialStorageError(.inaccessible, "the key cannot be sealed: \(error)")
        }
        try replace(keyPath, with: sealed.bytes)
    }

    /// Takes the passphrase away: the file alone opens the store again.
    /// - Throws: as `set` does.
    public static func remove(from keyPath: String, present: Source?) throws(CredentialStorageError) {
        let key = try KeyFile.open(keyPath, of: nil, passphrase: present)
        var bytes = key.withUnsafeBytes { Array($0) }
        defer { bytes.cleanse() }
        try replace(keyPath, with: bytes)
    }

    /// One process at a time: of two, one would put the other's half-written draft in the key's place, and a key that
    /// is lost takes the store with it.
    private static func replace(_ keyPath: String, with content: [UInt8]) throws(CredentialStorageError) {
        let path = try resolved(keyPath)
        let lock = try lock(of: path)
        defer { lock.release() }
        try StoreFailure.files { () throws(FileError) in try PrivateFile.replace(path, with: content) }
    }

    /// Removes what a process left behind that died while it took the passphrase away: the key in the clear. The draft
    /// of a process that is at it stays.
    static func removeDraft(of keyPath: String) throws(CredentialStorageError) {
        let path = try resolved(keyPath)
        guard PrivateFile.hasDraft(path), let lock = try? lock(of: path) else { return }
        defer { lock.release() }
        PrivateFile.removeDraft(of: path)
    }

    private static func resolved(_ path: String) throws(CredentialStorageError) -> String {
        try StoreFailure.files { () throws(FileError) in try PrivateFile.resolved(path) }
    }

    private static func lock(of path: String) throws(CredentialStorageError) -> StoreLock {
        try StoreLock(path: path + ".lock", of: "key file")
    }
}
