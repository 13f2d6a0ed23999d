import Glibc

/// Which process has a database open exclusively.
enum DatabaseOwner {
    /// SQLite's lock bytes: pending, reserved and shared (os.h of its source, PENDING_BYTE).
    private static let lockBytes = 0x4000_0000..<0x4000_0200

    /// By /proc/locks (proc(5)), and not by fcntl(2): that takes a descriptor, with whose end this process's own locks on
    /// the file would end.
    /// - Returns: the id of the process that holds the locks; nil where none is seen, such as in another container.
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
