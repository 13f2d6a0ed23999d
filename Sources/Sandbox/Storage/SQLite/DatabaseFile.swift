import Glibc
import ToqueFiles

/// An open database's file. SQLite continues with a file that was deleted or renamed, and its later writes end with the
/// process.
struct DatabaseFile: Sendable {
    let place: String
    /// The name for errors.
    private let path: String
    private let identity: FileIdentity

    /// Creates a missing file with mode 0600, because the sandbox's data is private.
    /// - Returns: the file's place; of a symbolic link its target's, beside which SQLite keeps the log.
    /// - Throws: if others have access to an existing file.
    static func create(_ path: String) throws(SandboxStoreError) -> String {
        do throws(FileError) {
            try PrivateFile.createDatabase(path)
            guard isLink(path) else { return path }
            let place = try PrivateFile.resolved(path)
            // Somebody may have changed the link since.
            try PrivateFile.createDatabase(place)
            return place
        } catch {
            throw SandboxStoreError(error)
        }
    }

    private static func isLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    /// - Parameters:
    ///   - place: of a file that SQLite has opened.
    ///   - path: its name for errors.
    init(opened place: String, named path: String) throws(SandboxStoreError) {
        guard let identity = FileIdentity(of: place) else { throw SandboxStoreError("was removed", at: path) }
        self.path = path
        self.place = place
        self.identity = identity
    }

    /// The reason why writes are lost; nil if the file is still at its place.
    var loss: SandboxStoreError? {
        let found = FileIdentity(of: place)
        guard found != identity else { return nil }
        let what = found == nil ? "was deleted or moved" : "was replaced by another file"
        return SandboxStoreError("the database \(path) \(what) while the sandbox ran; later changes are lost")
    }
}

/// Finds the process that has a database open exclusively.
enum DatabaseOwner {
    /// SQLite's lock bytes: pending, reserved and shared (PENDING_BYTE in os.h of its source).
    private static let lockBytes = 0x4000_0000..<0x4000_0200

    /// Reads /proc/locks (proc(5)) instead of calling fcntl(2): closing the descriptor that fcntl needs would drop this
    /// process's own locks on the file.
    /// - Returns: the id of the process that holds the locks; nil if it is not visible, for example in another
    ///   container.
    static func processID(of path: String) -> pid_t? {
        var status = stat()
        guard stat(path, &status) == 0, let locks = fopen("/proc/locks", "r") else { return nil }
        defer { fclose(locks) }
        var buffer = [CChar](repeating: 0, count: 256)
        while fgets(&buffer, Int32(buffer.count), locks) != nil {
            // `1: POSIX  ADVISORY  WRITE 4711 08:01:1234 1073741824 1073742335`
            let line = buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
            let fields = String(decoding: line, as: UTF8.self).split(whereSeparator: \.isWhitespace)
            guard fields.count >= 8, let process = pid_t(fields[4]), process > 0, process != getpid(),
                fields[5].split(separator: ":").last.flatMap({ ino_t($0) }) == status.st_ino,
                let start = Int(fields[6]), lockBytes.contains(start)
            else { continue }
            return process
        }
        return nil
    }
}
