import ArgumentParser
import ToqueCrypto
import ToqueEncoding

/// The secret shared by a provider and a merchant. It is never an argument, which others could read.
struct SharedSecret: ParsableArguments {
    @Option(
        help: .init("Read the shared secret from this file, one line. Required.", valueName: "file"),
        completion: .file())
    var secretFile: String

    func read() throws(CommandError) -> SecretBytes {
        try SecretFile.line(of: secretFile, holding: "the secret")
    }
}

/// A message to sign or to verify.
struct SignedMessage: ParsableArguments {
    @Argument(
        help: .init("File with the message, or - for stdin. Default: -.", valueName: "file"), completion: .file())
    var file: String = "-"

    var name: String { file == "-" ? "stdin" : file }

    /// The unchanged bytes: providers sign bytes.
    func bytes() throws(CommandError) -> [UInt8] { try Input.bytes(of: file, asking: "the message") }

    /// - Throws: status 1 if the bytes are not a JSON object.
    static func object(_ bytes: [UInt8], of name: String) throws(CommandError) -> JSONObject {
        let json: JSON
        do throws(JSONSyntaxError) {
            json = try JSON(parsing: bytes)
        } catch {
            throw CommandError(.invalidContent, at: name, "\(error)")
        }
        guard let object = json.objectValue else {
            throw CommandError(.invalidContent, at: name, "is not a JSON object")
        }
        return object
    }
}

/// The time for signing or verifying a message.
struct JudgedTime: ParsableArguments {
    @Option(
        help: .init("Sign or verify at this time, such as 2026-01-31T12:00:00Z. Default: now.", valueName: "time"),
        transform: { text in
            guard let time = Timestamp(text) else {
                throw CommandError.invalid("--at", text, expected: "a time such as 2026-01-31T12:00:00Z")
            }
            return time
        })
    var at: Timestamp?

    var time: Timestamp { at ?? .now() }
}

/// A signature compared with the expected one.
enum SignatureDifference {
    static let valid = "valid"

    /// - Parameters:
    ///   - name: of the member or header.
    ///   - hint: further information about the difference.
    static func error(_ name: String, found: String, expected: String, hint: String? = nil) -> CommandError {
        CommandError(.signatureMismatch, at: name, "found \(found.harmless), expected \(expected)", hint: hint)
    }

    /// A possible reason for a wrong signature: editors end a file with a line break that was not signed.
    /// - Parameter fits: returns true if the signature matches these bytes.
    static func hint(_ body: [UInt8], fits: ([UInt8]) -> Bool) -> String? {
        var stripped = body[...]
        while let last = stripped.last, last == UInt8(ascii: "\n") || last == UInt8(ascii: "\r") {
            stripped.removeLast()
        }
        return stripped.count < body.count && fits(Array(stripped))
            ? "it is the signature of the body without the line break at its end" : nil
    }
}
