import SecurityKey
import ToqueCrypto

/// A key's PIN, as a person or a file gives it and as keys take it: UTF-8 in Unicode normalization form C (CTAP 2.3
/// section 6.5.1).
final class PIN: Sendable {
    let bytes: SecretBytes

    /// - Parameter source: where it comes from, for the error.
    /// - Throws: status 1 where it is no UTF-8.
    init(_ typed: consuming SecretBytes, from source: String) throws(CommandError) {
        guard let normalized = PINText.normalized(typed) else {
            throw CommandError(.failed, "\(source): the PIN is no UTF-8")
        }
        bytes = normalized
    }

    /// The PIN in a file of one line, whose end does not count.
    /// - Throws: status 3 where the file cannot be read, status 1 where others can read it as well or where it holds
    ///   something else than one line.
    convenience init(file path: String) throws(CommandError) {
        try self.init(try SecretFile.line(of: path, holding: "the PIN"), from: path)
    }
}
