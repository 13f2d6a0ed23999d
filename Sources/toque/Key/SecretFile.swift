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

    /// The one line of a file, whose end does not count.
    /// - Parameter what: for the error, such as `the PIN`.
    /// - Throws: as `read`, and status 1 where the file holds something else than one line.
    static func line(of path: String, holding what: String) throws(CommandError) -> SecretBytes {
        let content = try read(path)
        let line = content.withUnsafeBytes { content -> SecretBytes? in
            var line = content[...]
            if line.last == UInt8(ascii: "\n") { line.removeLast() }
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            guard !line.isEmpty, !line.contains(UInt8(ascii: "\n")) else { return nil }
            return SecretBytes(copying: line)
        }
        guard let line else { throw CommandError(.failed, "\(path): expected \(what) alone, on one line") }
        return line
    }

    /// The one line of a file as the text of a header, which stays in memory as long as the process: ASCII without
    /// controls.
    /// - Throws: as `line`, and status 1 for other characters.
    static func token(of path: String) throws(CommandError) -> String {
        let line = try line(of: path, holding: "a token")
        let text = line.withUnsafeBytes { bytes in
            isToken(bytes) ? String(decoding: bytes, as: UTF8.self) : nil
        }
        guard let text else { throw CommandError(.failed, "\(path): a token is of visible ASCII characters") }
        return text
    }

    /// Whether a header takes the text as a token.
    static func isToken(_ text: some Sequence<UInt8>) -> Bool { text.allSatisfy { (0x21...0x7E).contains($0) } }

    private static func unreadable(_ path: String) -> CommandError {
        CommandError(.unreachable, "\(path): \(String(cString: strerror(errno)))", try: "a file that you may read")
    }
}
