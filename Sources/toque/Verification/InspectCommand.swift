import ArgumentParser
import Glibc
import Inspector
import ToqueEncoding

struct InspectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Show what any bytes or texts of FIDO2 and WebAuthn hold.",
        discussion: """
            Finds out by itself what it is given: attestation objects, authenticator data, client data, COSE keys, \
            certificates, CTAP messages, options, responses, ceremonies, metadata and what fido2-cred and fido2-assert \
            print; as bytes, hex, base64, base64url, PEM or JSON. What is wrong stands behind a !; it is no failure \
            of the command.

            Example: toque inspect a10100
            """)

    @Argument(help: .init("A file, - for stdin, or the text itself.", valueName: "FILE|-|TEXT"))
    var input = "-"

    @Option(name: .customLong("as"), help: .init("Read it as this; found out where it is left out.", valueName: "type"))
    var type: InspectedType?

    @Flag(help: "With --as cbor: judge a line of hex each by CTAP2's canonical rules, with one line each.")
    var strict = false

    @Option(help: .init("The RP ID that RP ID hashes should be of.", valueName: "domain"))
    var rpID: String?

    @Option(
        help: .init("When certificates should be valid; now where it is left out.", valueName: "RFC 3339"),
        transform: { text in
            guard let time = Timestamp(text) else {
                throw ValidationError("\(text.quoted) is no time such as 2024-11-26T11:20:57Z")
            }
            return time
        })
    var time: Timestamp?

    @Flag(help: "Print JSON.")
    var json = false

    func validate() throws {
        guard !strict || type == .cbor else { throw ValidationError("--strict needs --as cbor") }
        guard !strict || !json else { throw ValidationError("--strict answers in lines: leave out --json") }
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

    /// A text is one where no file has its name.
    private var isText: Bool { input != "-" && access(input, F_OK) != 0 }

    /// A text is not repeated: it may be a secret.
    private func failure(_ error: InspectionError) -> CommandError {
        guard isText else { return CommandError(.failed, "\(input == "-" ? "stdin" : input): \(error)") }
        return CommandError(.failed, error == .unknownText ? "no file has that name, and it is \(error)" : "\(error)")
    }

    private func bytes() throws(CommandError) -> [UInt8] {
        guard !isText else { return Array(input.utf8) }
        return try Input.bytes(of: input, limit: Inspection.documentLimit, asking: "what is to be inspected")
    }

    private func judgeLines() throws {
        let file = try InputFile(input, asking: "hexadecimal digits, an input a line")
        // One more, by which the check knows that the line is too long.
        var lines = LineReader(limit: CanonicalCBORCheck.maxLine + 1) { try file.chunk() }
        while let line = try lines.next() {
            try Console.standard.result(CanonicalCBORCheck.answer(line.bytes))
        }
    }
}

extension InspectedType: ExpressibleByArgument {}
