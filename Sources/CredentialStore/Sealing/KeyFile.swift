import Glibc
import SoftAuthenticator
import ToqueCrypto
import ToqueFiles

/// The file of 32 random bytes that seals a store's private keys. With a passphrase, the file itself is sealed.
enum KeyFile {
    static let size = 32
    /// The maximum number of bytes to read, far above the size of any key file.
    static let limit = 4096

    /// - Parameters:
    ///   - store: the path of the store, for messages.
    ///   - isNew: true if nothing has been sealed yet, so a missing key file is created.
    ///   - passphrase: called if the file is sealed under one.
    /// - Throws: `missingKeyFile`, `invalidKeyFile`, `passphraseNeeded`, `wrongPassphrase`, `insecurePermissions`, and
    ///   errors of the system.
    static func load(
        _ path: String, of store: String, makingIt isNew: Bool, passphrase: StorePassphrase.Source?
    ) throws(CredentialStorageError) -> SecretBytes {
        if isNew, access(path, F_OK) != 0, errno == ENOENT { try make(path) }
        return try open(path, of: store, passphrase: passphrase)
    }

    /// Reads the key from an existing file.
    /// - Parameter store: the path of the store, for messages; nil if unknown.
    static func open(
        _ path: String, of store: String?, passphrase: StorePassphrase.Source?
    ) throws(CredentialStorageError) -> SecretBytes {
        let content = try StoreFailure.files { () throws(FileError) in try PrivateFile.read(path, limit: limit) }
        guard var bytes = content else {
            throw CredentialStorageError(
                .missingKeyFile,
                "the key file \(path) is not there, and nothing else opens the private keys of \(store ?? "its store"); "
                    + "restore it, or delete the store and register again")
        }
        defer { bytes.cleanse() }
        if let sealed = SealedKey(bytes) { return try open(sealed, path, passphrase) }
        guard bytes.count == size else {
            throw CredentialStorageError(
                .invalidKeyFile,
                "\(path) is not a key file: found "
                    + "\(bytes.count > SealedKey.size ? "more than \(SealedKey.size)" : "\(bytes.count)") bytes, "
                    + "expected \(size), or \(SealedKey.size) with a passphrase; name another one"
            )
        }
        return SecretBytes(copying: bytes)
    }

    private static func open(
        _ sealed: SealedKey, _ path: String, _ passphrase: StorePassphrase.Source?
    ) throws(CredentialStorageError) -> SecretBytes {
        guard let passphrase else {
            throw CredentialStorageError(
                .passphraseNeeded, "the key file \(path) is sealed under a passphrase; give it")
        }
        let given = try passphrase()
        try StorePassphrase.removeDraft(of: path)
        do {
            return try sealed.open(with: given)
        } catch .authenticationFailed {
            throw CredentialStorageError(.wrongPassphrase, "this is not the passphrase of \(path); give the right one")
        } catch {
            throw CredentialStorageError(.inaccessible, "\(path): \(error)")
        }
    }

    /// Creates the file atomically: written under another name, synchronized, then linked.
    private static func make(_ path: String) throws(CredentialStorageError) {
        try StoreFailure.files { () throws(FileError) in try PrivateDirectory.make(of: path) }
        let random = SystemRandom()
        let draft = "\(path).\(random.bytes(8).map { String($0, radix: 16) }.joined()).new"
        let key = random.secret(size)
        do {
            defer { unlink(draft) }
            let file = try StoreFailure.files { () throws(FileError) in
                try FileDescriptor(draft, O_WRONLY | O_CREAT | O_EXCL)
            }
            let written = key.withUnsafeBytes { write(file.number, $0.baseAddress, $0.count) }
            guard written == size, fsync(file.number) == 0 else { throw StoreFailure.system(path, errno) }
            // Another store with the same key file may have been faster; its key is as good.
            guard link(draft, path) == 0 || errno == EEXIST else { throw StoreFailure.system(path, errno) }
        }
        try StoreFailure.files { () throws(FileError) in
            try PrivateDirectory.synchronize(PrivateDirectory.of(path))
        }
    }
}
