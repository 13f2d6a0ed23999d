import Glibc
import ToqueCrypto

/// A file that holds a secret.
enum SecretFile {
    /// Bytes; no secret of a command line is longer.
    private static let limit = 64 << 10

    /// - Throws: status 3 where the file cannot be read, status 1 where others than its owner may read it too.
    static func read(_ path: String) throws(CommandError) -> SecretBytes {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw unreadable(path) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw unreadable(path) }
        // A pipe that a shell makes, as of <(command), has other modes and one reader.
        guard status.st_mode & S_IFMT != S_IFREG || status.st_mode & (S_IRWXG | S_IRWXO) == 0 else {
            throw CommandError(.failed, "\(path): others than you may use it", try: "chmod 600 \(path.shellQuoted)")
        }
        // In one piece: a buffer that grows leaves copies behind.
        var buffer = [UInt8](repeating: 0, count: limit)
        defer { buffer.cleanse() }
        var count = 0
        while true {
            guard count < limit else {
                throw CommandError(.unreachable, "\(path): \(limit) bytes or more", try: "a file with the secret alone")
            }
            let added = buffer.withUnsafeMutableBytes {
                Glibc.read(descriptor, $0.baseAddress?.advanced(by: count), limit - count)
            }
            if added < 0 && errno == EINTR { continue }
            guard added >= 0 else { throw unreadable(path) }
            if added == 0 { return SecretBytes(copying: buffer[..<count]) }
            count += added
        }
    }

    private static func unreadable(_ path: String) -> CommandError {
        CommandError(.unreachable, "\(path): \(String(cString: strerror(errno)))", try: "a file that you may read")
    }
}
