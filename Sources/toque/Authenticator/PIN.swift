import SecurityKey
import ToqueCrypto

/// A key's PIN, from a person or a file, in the form for keys: UTF-8 in Unicode normalization form C (CTAP 2.3 section
/// 6.5.1).
final class PIN: Sendable {
    let bytes: SecretBytes

    /// - Parameter source: its source, for the error.
    /// - Throws: status 1 if it is not UTF-8.
    init(_ typed: consuming SecretBytes, from source: String) throws(CommandError) {
        guard let normalized = PINText.normalized(typed) else {
            throw CommandError(.invalidContent, at: source, "the PIN is not UTF-8")
        }
        bytes = normalized
    }

    /// Reads the PIN in a file of one line, ignoring its line ending.
    /// - Throws: status 3 if the file cannot be read, status 1 if others can read it too or if it is not one line.
    convenience init(file path: String) throws(CommandError) {
        try self.init(try SecretFile.line(of: path, holding: "the PIN"), from: path)
    }
}
