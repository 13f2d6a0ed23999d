import ArgumentParser
import Glibc
import Inspector
import ToqueEncoding

struct InspectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Decode and explain any FIDO2 or WebAuthn data.",
        discussion: """
            Recognizes attestation objects, authenticator data, client data, COSE keys, certificates, CTAP messages, \
            options, responses, ceremonies and metadata. Reads bytes, hex, base64, base64url, PEM, JSON, and the \
            output of fido2-cred and fido2-assert. Marks mistakes in the data with a !, and still exits 0.

            Example: toque inspect a10100
            """)

    @Argument(help: .init("File, - for stdin, or the text itself. Default: -.", valueName: "file|-|text"))
    var input = "-"

    @Option(name: .customLong("as"), help: .init("Read the input as this type. Default: detected.", valueName: "type"))
    var type: InspectedType?

    @Flag(help: "Judge each line of hex by CTAP2's canonical rules. Requires --as cbor.")
    var strict = false

    @Option(help: .init("Compare RP ID hashes with this RP ID.", valueName: "rp-id"))
    var rpID: String?

    @Option(
        help: .init("Check certificates at this time (RFC 3339). Default: now.", valueName: "time"),
        transform: { text in
            guard let time = Timestamp(text) else {
                throw CommandError.invalid("--time", text, expected: "a time such as 2024-11-26T11:20:57Z")
            }
            return time
        })
    var time: Timestamp?

    @Flag(help: "Print JSON.")
    var json = false

    func validate() throws {
        guard !strict || type == .cbor else {
            throw CommandError(.conflictingOptions, at: "--strict", "requires --as cbor")
        }
        guard !strict || !json else { throw CommandError(.conflictingOptions, at: "--strict", "excludes --json") }
    }

    func run() throws {
        if strict { return try judgeLines() }
        let context = InspectionContext(rpID: rpID, time: time ?? .now())
        let bytes = try bytes()
        let inspection: Inspection
        do throws(InspectionError) {
            inspection = try Inspection(bytes, as: type, context: context)
        } catch {
            throw failure(error)
        }
        try Console.standard.result(
            json
                ? inspection.json.serialized(pretty: true)
                : "\(inspection.headline)\n\(inspection.node.text(ranges: true))")
    }

    /// Not the name of a file, so it is text.
    private var isText: Bool { input != "-" && access(input, F_OK) != 0 }

    private static let fileExtensions = [".bin", ".cbor", ".crt", ".der", ".hex", ".json", ".jsonl", ".pem", ".txt"]

    /// True for the path of a missing file, which no data looks like. Base64 has slashes, too, but is no unknown text.
    private func isPath(_ error: InspectionError) -> Bool {
        error == .unknownText && !input.contains { $0.isWhitespace || "\"{}[]<>".contains($0) }
            && (input.contains("/") || Self.fileExtensions.contains(where: input.lowercased().hasSuffix))
    }

    /// The error does not repeat the text, which may be secret.
    private func failure(_ error: InspectionError) -> CommandError {
        guard isText else { return CommandError(.invalidContent, at: input == "-" ? "stdin" : input, "\(error)") }
        guard !isPath(error) else { return InputFile.missing(input, ENOENT) }
        return CommandError(
            .invalidContent, at: "<text>",
            error == .unknownText ? "no file has that name, and it is \(error)" : "\(error)")
    }

    private func bytes() throws(CommandError) -> [UInt8] {
        guard !isText else { return Array(input.utf8) }
        return try Input.bytes(of: input, limit: Inspection.documentLimit, asking: "the data to inspect")
    }

    private func judgeLines() throws {
        let file = try InputFile(input, asking: "hexadecimal digits, an input a line")
        // One more byte, so that the check detects a line that is too long.
        var lines = LineReader(limit: CanonicalCBORCheck.maxLine + 1) { try file.chunk() }
        while let line = try lines.next() {
            try Console.standard.result(CanonicalCBORCheck.answer(line.bytes))
        }
    }
}

extension InspectedType: ExpressibleByArgument {}
