import Glibc
import SoftAuthenticator
import ToqueCrypto

/// The file of 32 random bytes that seals a store's private keys.
enum KeyFile {
    static let size = 32

    /// - Parameters:
    ///   - store: the path of the store, for messages.
    ///   - isNew: nothing has been sealed yet, so that a key file that is not there is made.
    /// - Throws: `missingKeyFile`, `invalidKeyFile`, `insecurePermissions`, and what the system refuses.
    static func load(
        _ path: String, of store: String, makingIt isNew: Bool
    ) throws(CredentialStorageError) -> SecretBytes {
        if access(path, F_OK) != 0, errno == ENOENT {
            guard isNew else {
                throw CredentialStorageError(
                    .missingKeyFile,
                    "the key file \(path) is not there, and nothing else opens the private keys of \(store); restore it, "
                        + "or delete the store and register again")
            }
            try make(path)
        }
        // Without waiting for the other end of what may turn out to be a pipe.
        let file = try FileDescriptor(path, O_RDONLY | O_NONBLOCK)
        try PrivateFile.check(file, path)
        // One byte more than there should be tells a file that is too long.
        var bytes = [UInt8](repeating: 0, count: size + 1)
        defer { bytes.cleanse() }
        let count = read(file.number, &bytes, bytes.count)
        guard count >= 0 else { throw StoreFailure.system(path, errno) }
        guard count == size else {
            throw CredentialStorageError(
                .invalidKeyFile,
                "\(path) is no key file: found \(count > size ? "more than \(size)" : "\(count)") bytes, expected \(size); "
                    + "name another one")
        }
        return SecretBytes(copying: bytes[..<size])
    }

    /// Makes the file whole or not at all: written under another name, made durable, then linked.
    private static func make(_ path: String) throws(CredentialStorageError) {
        try PrivateDirectory.make(of: path)
        let random = SystemRandom()
        let draft = "\(path).\(random.bytes(8).map { String($0, radix: 16) }.joined()).new"
        let key = random.secret(size)
        do {
            defer { unlink(draft) }
            let file = try FileDescriptor(draft, O_WRONLY | O_CREAT | O_EXCL)
            let written = key.withUnsafeBytes { write(file.number, $0.baseAddress, $0.count) }
            guard written == size, fsync(file.number) == 0 else { throw StoreFailure.system(path, errno) }
            // Another store that shares the key file may have been faster; its key is as good.
            guard link(draft, path) == 0 || errno == EEXIST else { throw StoreFailure.system(path, errno) }
        }
        try PrivateDirectory.synchronize(PrivateDirectory.of(path))
    }
}
