import Glibc

/// Files that only their owner can read and write.
package enum PrivateFile {
    /// Creates a missing file with mode 0600, and checks an existing one.
    static func create(_ path: String) throws(FileError) {
        try check(try FileDescriptor(path, O_RDWR | O_CREAT), path)
    }

    /// Reads a private file; nil if it does not exist.
    /// - Parameter limit: the maximum size in bytes.
    package static func read(_ path: String, limit: Int) throws(FileError) -> [UInt8]? {
        if access(path, F_OK) != 0, errno == ENOENT { return nil }
        // Without waiting for the other end of what may turn out to be a pipe.
        let file = try FileDescriptor(path, O_RDONLY | O_NONBLOCK)
        try check(file, path)
        return try content(of: file, path, limit: limit)
    }

    /// Reads a file that a person passes for a secret: a private file, or one that is not regular. A shell's pipe, as
    /// from <(command), has other modes and one reader.
    /// - Parameter limit: the maximum size in bytes.
    package static func readSecret(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
        let file = try FileDescriptor(path, O_RDONLY)
        if try file.status().st_mode & S_IFMT == S_IFREG { try check(file, path) }
        return try content(of: file, path, limit: limit)
    }

    private static func content(
        of file: borrowing FileDescriptor, _ path: String, limit: Int
    ) throws(FileError) -> [UInt8] {
        // In one piece: a growing buffer leaves copies behind. One extra byte reveals a file that is too long.
        var bytes = [UInt8](repeating: 0, count: limit + 1)
        // The bytes may be a key.
        defer { explicit_bzero(&bytes, bytes.count) }
        var count = 0
        while count < bytes.count {
            let read = bytes.withUnsafeMutableBytes { buffer in
                Glibc.read(file.number, buffer.baseAddress?.advanced(by: count), buffer.count - count)
            }
            if read < 0 && errno == EINTR { continue }
            guard read >= 0 else { throw .system(path: path, number: errno) }
            if read == 0 { break }
            count += read
        }
        guard count <= limit else { throw .tooLarge(path: path, limit: limit) }
        return Array(bytes[..<count])
    }

    /// Creates a file with mode 0600, or replaces its contents: atomically, and durable on return. Only the process
    /// that owns the file may do so. A symbolic link stays and its target is replaced: otherwise the old contents would
    /// remain there.
    package static func replace(_ path: String, with bytes: [UInt8]) throws(FileError) {
        let path = try regular(path)
        // What a process that died left behind.
        removeDraft(of: path)
        try WholeFile.replace(path, with: bytes, draft: draft(of: path))
    }

    private static func draft(of path: String) -> String { "\(path).new" }

    /// True if a process is replacing the file, or died while it did.
    /// - Parameter path: without symbolic links.
    package static func hasDraft(_ path: String) -> Bool { access(draft(of: path), F_OK) == 0 }

    package static func removeDraft(of path: String) { unlink(draft(of: path)) }

    /// Removes a file; of a symbolic link, its target. A missing file is not an error.
    package static func remove(_ path: String) throws(FileError) {
        let path = try regular(path)
        for file in [path, draft(of: path)] where unlink(file) != 0 && errno != ENOENT {
            throw .system(path: file, number: errno)
        }
        try PrivateDirectory.synchronize(PrivateDirectory.of(path))
    }

    /// Like `create`, for the file of an SQLite database.
    package static func createDatabase(_ path: String) throws(FileError) {
        // In memory, and a URI (https://sqlite.org/c3ref/open.html): data would not go to the file created here.
        guard path != ":memory:", !path.hasPrefix("file:") else { throw .special(path: path) }
        try create(path)
        try checkLogs(of: path)
    }

    /// Checks the logs beside an SQLite database, because SQLite replays them: in a directory such as /tmp, somebody
    /// else may have put them there.
    private static func checkLogs(of database: String) throws(FileError) {
        // SQLite looks for them here if the database is a symbolic link.
        let database = try resolved(database)
        for suffix in ["-wal", "-journal"] {
            let path = database + suffix
            var status = stat()
            if lstat(path, &status) != 0, errno == ENOENT { continue }
            try check(try FileDescriptor(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK), path)
        }
    }

    /// The path without symbolic links, of a regular or missing file: a device must not be replaced.
    private static func regular(_ path: String) throws(FileError) -> String {
        guard case .file(let place) = try OutputPlace(path) else { throw .notRegular(path: path) }
        return place
    }

    /// The path without symbolic links; unchanged if nothing is there.
    package static func resolved(_ path: String) throws(FileError) -> String {
        guard let resolved = realpath(path, nil) else {
            guard errno == ENOENT else { throw .system(path: path, number: errno) }
            return path
        }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// - Throws: `notRegular`, `foreign`, or `exposed` if others can read or write the file.
    package static func check(_ file: borrowing FileDescriptor, _ path: String) throws(FileError) {
        let status = try file.status()
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notRegular(path: path) }
        guard status.st_uid == geteuid() else { throw .foreign(path: path, owner: status.st_uid) }
        guard status.st_mode & 0o077 == 0 else { throw .exposed(path: path, mode: status.st_mode) }
    }
}
