import Glibc
import SoftAuthenticator
import ToqueCrypto

/// A file descriptor that closes itself.
struct FileDescriptor: ~Copyable {
    let number: Int32

    /// - Parameter mode: of a file that is made.
    init(_ path: String, _ flags: Int32, mode: mode_t = 0o600) throws(CredentialStorageError) {
        number = open(path, flags | O_CLOEXEC, mode)
        guard number >= 0 else { throw StoreFailure.system(path, errno) }
    }

    deinit { close(number) }
}

/// Files that are their owner's alone.
package enum PrivateFile {
    /// Makes a file that is not there, with mode 0600, and checks one that is.
    static func create(_ path: String) throws(CredentialStorageError) {
        try check(try FileDescriptor(path, O_RDWR | O_CREAT), path)
    }

    /// The content of a file that is its owner's alone; nil where it is not there.
    /// - Parameter limit: the most bytes that it may have.
    package static func read(_ path: String, limit: Int) throws(CredentialStorageError) -> [UInt8]? {
        if access(path, F_OK) != 0, errno == ENOENT { return nil }
        // Without waiting for the other end of what may turn out to be a pipe.
        let file = try FileDescriptor(path, O_RDONLY | O_NONBLOCK)
        try check(file, path)
        // One byte more than there may be tells a file that is too long.
        var bytes = [UInt8](repeating: 0, count: limit + 1)
        // They may be a key.
        defer { bytes.cleanse() }
        var count = 0
        while count < bytes.count {
            let read = bytes.withUnsafeMutableBytes { buffer in
                Glibc.read(file.number, buffer.baseAddress?.advanced(by: count), buffer.count - count)
            }
            guard read >= 0 else { throw StoreFailure.system(path, errno) }
            if read == 0 { break }
            count += read
        }
        guard count <= limit else {
            throw CredentialStorageError(.inaccessible, "\(path) has more than \(limit) bytes; use another file")
        }
        return Array(bytes[..<count])
    }

    /// Makes a file of mode 0600, or replaces its content: whole or not at all, and durable when this returns. Only the
    /// one process that the file belongs to may do so. Where the path is a symbolic link, that stays, and what it leads
    /// to is replaced: else the old content would stay there.
    package static func replace(_ path: String, with bytes: [UInt8]) throws(CredentialStorageError) {
        let path = try resolved(path)
        let draft = draft(of: path)
        // What a process that died left behind.
        unlink(draft)
        // And what is left where this fails: it may be a key.
        defer { unlink(draft) }
        do {
            let file = try FileDescriptor(draft, O_WRONLY | O_CREAT | O_EXCL)
            guard write(file.number, bytes, bytes.count) == bytes.count, fsync(file.number) == 0 else {
                throw StoreFailure.system(path, errno)
            }
        }
        guard rename(draft, path) == 0 else { throw StoreFailure.system(path, errno) }
        try PrivateDirectory.synchronize(PrivateDirectory.of(path))
    }

    private static func draft(of path: String) -> String { "\(path).new" }

    /// Whether a process is replacing the file, or died while it did.
    /// - Parameter path: without symbolic links.
    static func hasDraft(_ path: String) -> Bool { access(draft(of: path), F_OK) == 0 }

    static func removeDraft(of path: String) { unlink(draft(of: path)) }

    /// Removes a file, where the path is a symbolic link what it leads to; one that is not there is no error.
    package static func remove(_ path: String) throws(CredentialStorageError) {
        let path = try resolved(path)
        for file in [path, draft(of: path)] where unlink(file) != 0 && errno != ENOENT {
            throw StoreFailure.system(file, errno)
        }
        try PrivateDirectory.synchronize(PrivateDirectory.of(path))
    }

    /// Checks the logs beside a database, which SQLite plays back into it: in a directory such as /tmp somebody else may
    /// have put them there.
    static func checkLogs(of database: String) throws(CredentialStorageError) {
        // Where SQLite looks for them when the database is a symbolic link.
        let database = try resolved(database)
        for suffix in ["-wal", "-journal"] {
            let path = database + suffix
            var status = stat()
            if lstat(path, &status) != 0, errno == ENOENT { continue }
            try check(try FileDescriptor(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK), path)
        }
    }

    /// The path without symbolic links; as it is where nothing is there.
    static func resolved(_ path: String) throws(CredentialStorageError) -> String {
        guard let resolved = realpath(path, nil) else {
            guard errno == ENOENT else { throw StoreFailure.system(path, errno) }
            return path
        }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// - Throws: `insecurePermissions` where the file is another user's or others may read or write it.
    static func check(_ file: borrowing FileDescriptor, _ path: String) throws(CredentialStorageError) {
        var status = stat()
        guard fstat(file.number, &status) == 0 else { throw StoreFailure.system(path, errno) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw CredentialStorageError(.inaccessible, "\(path) is not a regular file; use another path")
        }
        guard status.st_uid == geteuid() else {
            throw CredentialStorageError(
                .insecurePermissions,
                "\(path) belongs to user \(status.st_uid), not to user \(geteuid()); change its owner or use another file"
            )
        }
        guard status.st_mode & 0o077 == 0 else {
            throw CredentialStorageError(
                .insecurePermissions,
                "others may use \(path) (mode \(octal(status.st_mode))); run: chmod 600 '\(path)'")
        }
    }

    static func octal(_ mode: mode_t) -> String { "0" + String(mode & 0o7777, radix: 8) }
}

/// The directory that a private file stands in.
package enum PrivateDirectory {
    /// The directory part of a path, as dirname(1) gives it.
    static func of(_ path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Makes the directory of a path, and those above it, with mode 0700 where they are not there.
    /// - Throws: `insecurePermissions` where others may put files into it.
    package static func make(of path: String) throws(CredentialStorageError) {
        let directory = of(path)
        try makeAll(directory)
        var status = stat()
        guard stat(directory, &status) == 0 else { throw StoreFailure.system(directory, errno) }
        // In a sticky directory such as /tmp nobody can move a file that is not theirs, and files are checked.
        guard status.st_mode & 0o022 == 0 || status.st_mode & S_ISVTX != 0 else {
            throw CredentialStorageError(
                .insecurePermissions,
                "others may write to \(directory) (mode \(PrivateFile.octal(status.st_mode))); "
                    + "run: chmod go-w '\(directory)'")
        }
    }

    private static func makeAll(_ directory: String) throws(CredentialStorageError) {
        if mkdir(directory, 0o700) == 0 || errno == EEXIST { return }
        guard errno == ENOENT, of(directory) != directory else { throw StoreFailure.system(directory, errno) }
        try makeAll(of(directory))
        guard mkdir(directory, 0o700) == 0 || errno == EEXIST else { throw StoreFailure.system(directory, errno) }
    }

    /// Makes the entries of the directory durable.
    static func synchronize(_ directory: String) throws(CredentialStorageError) {
        let descriptor = try FileDescriptor(directory, O_RDONLY | O_DIRECTORY)
        guard fsync(descriptor.number) == 0 else { throw StoreFailure.system(directory, errno) }
    }
}
