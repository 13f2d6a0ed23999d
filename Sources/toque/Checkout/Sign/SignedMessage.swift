import ArgumentParser
import ToqueCrypto
import ToqueEncoding

/// The secret that a provider and a merchant share. It never stands in an argument, which others could read.
struct SharedSecret: ParsableArguments {
    @Option(
        help: .init("Read the shared secret from this file, one line. Required.", valueName: "file"),
        completion: .file())
    var secretFile: String

    func read() throws(CommandError) -> SecretBytes {
        try SecretFile.line(of: secretFile, holding: "the secret")
    }
}

/// A message that is signed, or is to be.
struct SignedMessage: ParsableArguments {
    @Argument(help: .init("The message: a file, or - for stdin.", valueName: "file"), completion: .file())
    var file: String = "-"

    var name: String { file == "-" ? "stdin" : file }

    /// The bytes as they are: providers sign bytes.
    func bytes() throws(CommandError) -> [UInt8] { try Input.bytes(of: file, asking: "the message") }

    /// - Throws: status 1 where the bytes are no JSON object.
    static func object(_ bytes: [UInt8], of name: String) throws(CommandError) -> JSONObject {
        let json: JSON
        do throws(JSONSyntaxError) {
            json = try JSON(parsing: bytes)
        } catch {
            throw CommandError(.failed, "\(name): \(error)")
        }
        guard let object = json.objectValue else { throw CommandError(.failed, "\(name): expected a JSON object") }
        return object
    }
}

/// The time by which a message is signed or judged.
struct JudgedTime: ParsableArguments {
    @Option(
        help: .init("The time of signing or judging, such as 2026-01-31T12:00:00Z. Default: now.", valueName: "time"),
        transform: { text in
            guard let time = Timestamp(text) else {
                throw ValidationError("found \(text.quoted), expected a time such as 2026-01-31T12:00:00Z")
            }
            return time
        })
    var at: Timestamp?

    var time: Timestamp { at ?? .now() }
}

/// A signature against the one that was expected.
enum SignatureDifference {
    static let valid = "valid"

    /// - Parameters:
    ///   - name: of the member or header.
    ///   - hint: what else is known of the difference.
    static func error(_ name: String, found: String, expected: String, hint: String? = nil) -> CommandError {
        CommandError(
            .failed,
            "\(name): found \(found.harmless), expected \(expected)" + (hint.map { "; \($0)" } ?? ""))
    }

    /// Why a signature over bytes may differ: editors end a file with a line break that nobody signed.
    /// - Parameter fits: whether the signature is that of these bytes.
    static func hint(_ body: [UInt8], fits: ([UInt8]) -> Bool) -> String? {
        var stripped = body[...]
        while let last = stripped.last, last == UInt8(ascii: "\n") || last == UInt8(ascii: "\r") {
            stripped.removeLast()
        }
        return stripped.count < body.count && fits(Array(stripped))
            ? "it is the signature of the body without the line break at its end" : nil
    }
}
