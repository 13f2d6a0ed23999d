import Glibc

/// An open file that closes itself.
package struct FileDescriptor: ~Copyable, Sendable {
    package let number: Int32
    /// For errors.
    private let path: String

    /// - Parameters:
    ///   - flags: of open(2); close-on-exec is always set.
    ///   - mode: of a file that is made.
    package init(_ path: String, _ flags: Int32, mode: mode_t = 0o600) throws(FileError) {
        number = open(path, flags | O_CLOEXEC, mode)
        self.path = path
        guard number >= 0 else { throw .system(path: path, number: errno) }
    }

    /// Opens a FIFO (fifo(7)) for writing.
    /// - Parameter flags: besides those for writing; without `O_NONBLOCK` it waits for a reader.
    /// - Throws: `foreign` where another user than this one or root has made it: they would read what is written.
    package static func fifo(_ path: String, _ flags: Int32 = 0) throws(FileError) -> FileDescriptor {
        let file = try FileDescriptor(path, O_WRONLY | flags)
        let owner = try file.status().st_uid
        guard owner == geteuid() || owner == 0 else { throw .foreign(path: path, owner: owner) }
        return file
    }

    deinit { close(number) }

    package func status() throws(FileError) -> stat {
        var status = stat()
        guard fstat(number, &status) == 0 else { throw .system(path: path, number: errno) }
        return status
    }

    /// Writes all bytes.
    package func write(_ bytes: [UInt8]) throws(FileError) {
        try WholeFile.write(bytes, to: number, path: path)
    }

    /// Makes the content durable.
    package func synchronize() throws(FileError) {
        guard fsync(number) == 0 else { throw .system(path: path, number: errno) }
    }
}
