import Glibc

/// An open file that closes itself.
package struct FileDescriptor: ~Copyable, Sendable {
    package let number: Int32
    /// The path, for errors.
    private let path: String

    /// - Parameters:
    ///   - flags: of open(2); close-on-exec is always set.
    ///   - mode: the mode of a newly created file.
    package init(_ path: String, _ flags: Int32, mode: mode_t = 0o600) throws(FileError) {
        number = open(path, flags | O_CLOEXEC, mode)
        self.path = path
        guard number >= 0 else { throw .system(path: path, number: errno) }
    }

    /// Opens a FIFO (fifo(7)) for writing.
    /// - Parameter flags: besides those for writing. Without `O_NONBLOCK` it waits for a reader.
    /// - Throws: `foreign` if it was made by a user other than this one or root, who could read the output.
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

    /// All bytes from here on.
    /// - Parameter limit: the most that there may be.
    package func bytes(limit: Int) throws(FileError) -> [UInt8] {
        // One byte more than there may be tells a file that is too long.
        var bytes = [UInt8](repeating: 0, count: limit + 1)
        var count = 0
        while count < bytes.count {
            let read = bytes.withUnsafeMutableBytes { buffer in
                Glibc.read(number, buffer.baseAddress?.advanced(by: count), buffer.count - count)
            }
            if read < 0 && errno == EINTR { continue }
            guard read >= 0 else { throw .system(path: path, number: errno) }
            if read == 0 { break }
            count += read
        }
        guard count <= limit else { throw .tooLarge(path: path, limit: limit) }
        return Array(bytes[..<count])
    }

    /// Writes all bytes.
    package func write(_ bytes: [UInt8]) throws(FileError) {
        try WholeFile.write(bytes, to: number, path: path)
    }

    /// Makes the contents durable.
    package func synchronize() throws(FileError) {
        guard fsync(number) == 0 else { throw .system(path: path, number: errno) }
    }
}
