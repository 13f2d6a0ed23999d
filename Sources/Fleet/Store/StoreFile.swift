import Glibc
import ToqueFiles

/// The file of a store. No other fleet can have it while it is open.
struct StoreFile: ~Copyable, Sendable {
    /// Without symbolic links: a new file takes the place of what a link leads to.
    private let path: String
    private var file: FileDescriptor
    /// Up to the end of the last whole line.
    var length = 0
    /// False while a power cut could take the file's name back.
    private var isNameDurable = false

    /// Opens the file, or makes an empty one.
    /// - Throws: `FleetStoreError` if another fleet has it; errors of the system.
    init(_ path: String) throws {
        let file = try Self.locked(path)
        let place = try PrivateFile.resolved(path)
        // What a fleet that died left behind.
        unlink(Self.draft(of: place))
        self.path = place
        self.file = file
    }

    private static func locked(_ path: String) throws -> FileDescriptor {
        while true {
            let file = try FileDescriptor(path, O_RDWR | O_CREAT)
            try PrivateFile.check(file, path)
            guard flock(file.number, LOCK_EX | LOCK_NB) == 0 else { throw FleetStoreError(path, .inUse) }
            let identity = FileIdentity(try file.status())
            // The fleet that had it may have put another file into its place after it was opened here.
            if FileIdentity(of: path) == identity { return file }
        }
    }

    private static func draft(of path: String) -> String { "\(path).rewrite" }

    /// All bytes of a file that was just opened.
    func content() throws(FileError) -> [UInt8] { try file.bytes(limit: Int(file.status().st_size)) }

    /// Appends lines and makes them durable, all of them or none.
    mutating func append(_ lines: [UInt8]) throws(FileError) {
        do throws(FileError) {
            guard lseek(file.number, off_t(length), SEEK_SET) >= 0 else {
                throw .system(path: path, number: errno)
            }
            try file.write(lines)
            try synchronize()
        } catch {
            // What a full disk took of the lines would spoil the next ones.
            _ = ftruncate(file.number, off_t(length))
            throw error
        }
        length += lines.count
    }

    /// Puts a new file into the place of this one. Whatever happens, the path leads to one of them, and to all of it.
    /// - Parameter lines: everything that is to be kept.
    mutating func replace(with lines: [UInt8]) throws(FileError) {
        let draft = Self.draft(of: path)
        unlink(draft)
        do throws(FileError) {
            let new = try FileDescriptor(draft, O_RDWR | O_CREAT | O_EXCL)
            // Before it gets the name, so that no other fleet can have it in between.
            guard flock(new.number, LOCK_EX | LOCK_NB) == 0 else { throw .system(path: path, number: errno) }
            try new.write(lines)
            try new.synchronize()
            guard rename(draft, path) == 0 else { throw .system(path: path, number: errno) }
            file = new
            (length, isNameDurable) = (lines.count, false)
        } catch {
            unlink(draft)
            throw error
        }
        try synchronize()
    }

    private mutating func synchronize() throws(FileError) {
        guard fdatasync(file.number) == 0 else { throw .system(path: path, number: errno) }
        guard !isNameDurable else { return }
        try PrivateDirectory.synchronize(PrivateDirectory.of(path))
        isNameDurable = true
    }
}
