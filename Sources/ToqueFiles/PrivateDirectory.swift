import Glibc

/// The directory that a private file stands in.
package enum PrivateDirectory {
    /// The directory part of a path, as dirname(1) gives it.
    package static func of(_ path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Makes the directory of a path, and those above it, with mode 0700 where they are not there.
    /// - Throws: `exposedDirectory` where others may put files into it; `foreign` where they may only because another
    ///   user has opened it to everybody.
    package static func make(of path: String) throws(FileError) {
        let directory = of(path)
        try makeAll(directory)
        var status = stat()
        guard stat(directory, &status) == 0 else { throw .system(path: directory, number: errno) }
        // In a sticky directory such as /tmp nobody can move a file that is not theirs, and files are checked.
        guard status.st_mode & 0o022 != 0 else { return }
        guard status.st_mode & S_ISVTX != 0 else { throw .exposedDirectory(path: directory, mode: status.st_mode) }
        // But its owner can.
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
