import SoftAuthenticator
import ToqueCrypto
import ToqueFiles

/// The passphrase of a store's key file. Without it, the file opens nothing.
public enum StorePassphrase {
    /// Returns the passphrase; called only if one is needed.
    public typealias Source = () throws(CredentialStorageError) -> SecretBytes

    /// Returns true if a key file is sealed under a passphrase; false if the file does not exist.
    /// - Parameter keyPath: as for `SQLiteCredentialStore`.
    public static func isSet(_ keyPath: String) throws(CredentialStorageError) -> Bool {
        let file = try StoreFailure.files { () throws(FileError) in
            try PrivateFile.read(keyPath, limit: KeyFile.limit)
        }
        guard var content = file else { return false }
        defer { content.cleanse() }
        return SealedKey(content) != nil
    }

    /// Seals a key file under a passphrase, replacing a previous one. The file is replaced atomically. The store itself
    /// does not change, so no process should have it open.
    /// - Parameters:
    ///   - present: returns the current passphrase.
    /// - Throws: `missingKeyFile` or `invalidKeyFile`; `passphraseNeeded` or `wrongPassphrase` for the current one;
    ///   `inUse` while another process replaces the file; `insecurePermissions`, and errors of the system.
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

    /// Removes the passphrase: the file alone opens the store again.
    /// - Throws: like `set`.
    public static func remove(from keyPath: String, present: Source?) throws(CredentialStorageError) {
        let key = try KeyFile.open(keyPath, of: nil, passphrase: present)
        var bytes = key.withUnsafeBytes { Array($0) }
        defer { bytes.cleanse() }
        try replace(keyPath, with: bytes)
    }

    /// One process at a time: of two, one would replace the key by the other's half-written draft. Without its key the
    /// store is lost.
    private static func replace(_ keyPath: String, with content: [UInt8]) throws(CredentialStorageError) {
        let path = try resolved(keyPath)
        let lock = try lock(of: path)
        defer { lock.release() }
        try StoreFailure.files { () throws(FileError) in try PrivateFile.replace(path, with: content) }
    }

    /// Removes the draft of a process that died while it removed the passphrase, because it holds the unsealed key. The
    /// draft of a live process remains.
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
