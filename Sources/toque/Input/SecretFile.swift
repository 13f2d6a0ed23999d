import ToqueCrypto
import ToqueEncoding
import ToqueFiles

/// A file that holds a secret.
enum SecretFile {
    /// Bytes; no secret of a command line is longer.
    private static let limit = 64 << 10

    /// - Parameter limit: more bytes are refused.
    /// - Throws: status 3 where the file cannot be read, status 1 where it is another user's or others may use it too.
    static func read(_ path: String, limit: Int = limit) throws(CommandError) -> SecretBytes {
        do throws(FileError) {
            var bytes = try PrivateFile.readSecret(path, limit: limit)
            return SecretBytes(consuming: &bytes)
        } catch {
            switch error {
            case .exposed, .foreign: throw CommandError(.failed, error.description)
            case .system: throw CommandError(.unreachable, error.description, try: "a file that you may read")
            case .notRegular, .special, .exposedDirectory, .tooLarge:
                throw CommandError(.unreachable, error.description)
            }
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
            bytes.allSatisfy(\.isVisibleASCII) ? String(decoding: bytes, as: UTF8.self) : nil
        }
        guard let text else { throw CommandError(.failed, "\(path): a token is of visible ASCII characters") }
        return text
    }
}
