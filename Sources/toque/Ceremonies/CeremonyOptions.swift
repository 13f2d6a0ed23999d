import ArgumentParser
import ToqueEncoding
import ToqueWebAuthn
import WebAuthnClient

extension JSONObject {
    /// Without a credential's members that newer SDKs add and the guide lacks.
    func withoutExtensionResults(in member: String) -> JSONObject {
        guard var credential = self[member]?.objectValue else { return self }
        credential["clientExtensionResults"] = nil
        var object = self
        object[member] = .object(credential)
        return object
    }
}

/// The client's input for a single ceremony.
struct CeremonyOptions: ParsableArguments {
    @Argument(
        help: .init("File with the options as JSON, or - for stdin. Default: -.", valueName: "file"),
        completion: .file())
    var options: String = "-"

    @Option(
        help: .init(
            "Set the caller's origin: https://HOST or android:apk-key-hash:HASH.",
            discussion: "Default: https:// plus the RP ID.", valueName: "origin"))
    var origin: String?

    @Option(help: .init("Wait at most this long for the person. Default: the options' timeout.", valueName: "seconds"))
    var timeout: Double?

    @Option(
        help: .init(
            "Read user.id as base64url where it decodes (auto), or always as text (utf8). Default: auto.",
            valueName: "form"))
    var userId = UserIDForm.auto

    @Flag(help: "Print the request body for the provider's API.")
    var body = false

    @Flag(name: .shortAndLong, help: "Explain what was tolerated, and decode the result.")
    var verbose = false

    enum UserIDForm: String, CaseIterable, ExpressibleByArgument {
        case auto, utf8
    }

    func validate() throws {
        if let timeout, !(timeout > 0 && timeout <= 86_400) {
            throw CommandError.invalid("--timeout", "\(timeout)", expected: "more than 0 and at most 86400 seconds")
        }
    }

    /// Reads the options.
    /// - Throws: `CommandError` with the name of the file.
    func parsed<Options>(
        _ read: (OptionsReader, [UInt8]) throws(OptionsError) -> ParsedOptions<Options>
    ) throws(CommandError) -> ParsedOptions<Options> {
        let file = try InputFile(options)
        let bytes = try file.bytes(limit: Input.limit)
        do throws(OptionsError) {
            return try read(OptionsReader(userIDText: userId == .utf8 ? .utf8 : .automatic), bytes)
        } catch {
            throw CommandError(.invalidContent, at: file.name, "\(error)")
        }
    }

    func parsedOrigin() throws -> Origin? { try origin.map { try Origin($0) } }

    var duration: Duration? { timeout.map { .seconds($0) } }

    /// The client; with `--verbose` it reports unchecked rules.
    func makeClient(_ authenticator: any Authenticator, _ interaction: any UserInteraction) -> WebAuthnClient {
        WebAuthnClient(authenticator: authenticator, interaction: interaction) { sentence in
            if verbose { Console.standard.progress("note: \(sentence)") }
        }
    }

    /// Reports on stderr the deviations that the reader tolerated.
    func report(tolerated: [String]) {
        guard verbose else { return }
        for sentence in tolerated { Console.standard.progress("tolerated: \(sentence)") }
    }
}
