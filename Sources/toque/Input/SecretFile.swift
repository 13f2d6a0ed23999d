import ToqueCrypto
import ToqueEncoding
import ToqueFiles

/// A file with a secret.
enum SecretFile {
    /// Maximum size in bytes; no secret of a command line is longer.
    private static let limit = 64 << 10

    /// - Parameter limit: more bytes are refused.
    /// - Throws: status 3 if the file cannot be read, status 1 if it belongs to another user or others have access to
    ///   it.
    static func read(_ path: String, limit: Int = limit) throws(CommandError) -> SecretBytes {
        do throws(FileError) {
            var bytes = try PrivateFile.readSecret(path, limit: limit)
            return SecretBytes(consuming: &bytes)
        } catch {
            throw CommandError(reading: error)
        }
    }

    /// Returns the only line of a file, without its line ending.
    /// - Parameter what: for the error, for example `the PIN`.
    /// - Throws: like `read`, and status 1 if the file is not one line.
    static func line(of path: String, holding what: String) throws(CommandError) -> SecretBytes {
        let content = try read(path)
        let line = content.withUnsafeBytes { content -> SecretBytes? in
            var line = content[...]
            if line.last == UInt8(ascii: "\n") { line.removeLast() }
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            guard !line.isEmpty, !line.contains(UInt8(ascii: "\n")) else { return nil }
            return SecretBytes(copying: line)
        }
        guard let line else {
            throw CommandError(.invalidContent, at: path, "does not hold \(what) alone, on one line")
        }
        return line
    }

    /// Returns the only line of a file as a header value, which stays in memory as long as the process: ASCII without
    /// control characters.
    /// - Throws: like `line`, and status 1 for other characters.
    static func token(of path: String) throws(CommandError) -> String {
        let line = try line(of: path, holding: "a token")
        let text = line.withUnsafeBytes { bytes in
            bytes.allSatisfy(\.isVisibleASCII) ? String(decoding: bytes, as: UTF8.self) : nil
        }
        guard let text else {
            throw CommandError(.invalidContent, at: path, "the token has characters besides visible ASCII")
        }
        return text
    }
}
