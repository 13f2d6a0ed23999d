import Glibc
import SoftAuthenticator
import ToqueCrypto
import ToqueFiles

/// The file of 32 random bytes that seals a store's private keys, itself sealed where a passphrase is set.
enum KeyFile {
    static let size = 32
    /// Bytes that are read; no key file comes near.
    static let limit = 4096

    /// - Parameters:
    ///   - store: the path of the store, for messages.
    ///   - isNew: nothing has been sealed yet, so that a key file that is not there is made.
    ///   - passphrase: asked for where the file is sealed under one.
    /// - Throws: `missingKeyFile`, `invalidKeyFile`, `passphraseNeeded`, `wrongPassphrase`, `insecurePermissions`, and
    ///   what the system refuses.
    static func load(
        _ path: String, of store: String, makingIt isNew: Bool, passphrase: StorePassphrase.Source?
    ) throws(CredentialStorageError) -> SecretBytes {
        if isNew, access(path, F_OK) != 0, errno == ENOENT { try make(path) }
        return try open(path, of: store, passphrase: passphrase)
    }

    /// The key of a file that is there.
    /// - Parameter store: the path of the store, for messages; nil where it is not known.
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
                "\(path) is no key file: found \(bytes.count > SealedKey.size ? "more than \(SealedKey.size)" : "\(bytes.count)") "
                    + "bytes, expected \(size), or \(SealedKey.size) with a passphrase; name another one")
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

    /// Makes the file whole or not at all: written under another name, made durable, then linked.
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
            // Another store that shares the key file may have been faster; its key is as good.
            guard link(draft, path) == 0 || errno == EEXIST else { throw StoreFailure.system(path, errno) }
        }
        try StoreFailure.files { () throws(FileError) in
            try PrivateDirectory.synchronize(PrivateDirectory.of(path))
        }
    }
}
