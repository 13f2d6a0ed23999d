import Glibc

/// The directory of a private file.
package enum PrivateDirectory {
    /// The directory part of a path, as from dirname(1).
    package static func of(_ path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Creates the directory of a path and its missing parents, with mode 0700.
    /// - Throws: `exposedDirectory` if others can put files into it; `foreign` if another user has opened it to
    ///   everybody.
    package static func make(of path: String) throws(FileError) {
        let directory = of(path)
        try makeAll(directory)
        var status = stat()
        guard stat(directory, &status) == 0 else { throw .system(path: directory, number: errno) }
        // In a sticky directory such as /tmp, only a file's owner can move it, and files are checked.
        guard status.st_mode & 0o022 != 0 else { return }
        guard status.st_mode & S_ISVTX != 0 else { throw .exposedDirectory(path: directory, mode: status.st_mode) }
        // The directory's owner can, though.
        guard status.st_uid == geteuid() || status.st_uid == 0 else {
            throw .foreign(path: directory, owner: status.st_uid)
        }
    }

    private static func makeAll(_ directory: String) throws(FileError) {
        if mkdir(directory, 0o700) == 0 || errno == EEXIST { return }
        guard errno == ENOENT, of(directory) != directory else { throw .system(path: directory, number: errno) }
        try makeAll(of(directory))
        guard mkdir(directory, 0o700) == 0 || errno == EEXIST else { throw .system(path: directory, number: errno) }
    }

    /// Makes the entries of the directory durable.
    package static func synchronize(_ directory: String) throws(FileError) {
        try FileDescriptor(directory, O_RDONLY | O_DIRECTORY).synchronize()
    }
}
