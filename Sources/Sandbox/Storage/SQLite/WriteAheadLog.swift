import Glibc
import ToqueFiles

/// The file of a database's write-ahead log, open beside SQLite's own descriptor.
final class WriteAheadLog: Sendable {
    private let path: String
    private let file: FileDescriptor

    /// - Parameter path: of an open database, which keeps its log as long as it is open.
    init(of path: String) throws(FileError) {
        self.path = "\(path)-wal"
        file = try FileDescriptor(self.path, O_RDONLY)
        // Its name has to last, too.
        try PrivateDirectory.synchronize(PrivateDirectory.of(path))
    }

    /// Blocks until the disk has everything that was appended so far.
    func synchronize() throws(FileError) {
        guard fdatasync(file.number) == 0 else { throw .system(path: path, number: errno) }
    }
}
