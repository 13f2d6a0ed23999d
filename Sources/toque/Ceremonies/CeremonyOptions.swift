import ArgumentParser
import ToqueWebAuthn
import WebAuthnClient

/// What the client of a single ceremony is told.
struct CeremonyOptions: ParsableArguments {
    @Argument(help: .init("The options as JSON: a file, or - for stdin.", valueName: "file"), completion: .file())
    var options: String = "-"

    @Option(
        help: .init(
            "The caller's origin.",
            discussion: "https://… or android:apk-key-hash:…. Default: https:// and the RP ID.", valueName: "origin"))
    var origin: String?

    @Option(help: .init("Wait so long for the person, whatever the options say.", valueName: "seconds"))
    var timeout: Double?

    @Option(help: "How user.id is read: auto takes base64url wherever it decodes, utf8 takes the text as it is.")
    var userId = UserIDForm.auto

    @Flag(help: "Print the body that the provider's API takes.")
    var body = false

    @Flag(name: .shortAndLong, help: "Say what was tolerated and decode what was made.")
    var verbose = false

    enum UserIDForm: String, CaseIterable, ExpressibleByArgument {
        case auto, utf8
    }

    func validate() throws {
        if let timeout, !(timeout > 0 && timeout <= 86_400) {
            throw ValidationError("--timeout: found \(timeout), expected more than 0 and at most 86400 seconds")
        }
    }

    var reader: OptionsReader { OptionsReader(userIDText: userId == .utf8 ? .utf8 : .automatic) }

    /// The bytes of the options.
    func read() throws -> [UInt8] { try Input.bytes(of: options) }

    func parsedOrigin() throws -> Origin? { try origin.map { try Origin($0) } }

    var duration: Duration? { timeout.map { .seconds($0) } }

    /// The client, which says with `--verbose` what it left unchecked.
    func makeClient(_ authenticator: any Authenticator, _ interaction: any UserInteraction) -> WebAuthnClient {
        WebAuthnClient(authenticator: authenticator, interaction: interaction) { sentence in
            if verbose { Console.standard.progress("note: \(sentence)") }
        }
    }

    /// Says on stderr what the reader let pass.
    func report(tolerated: [String]) {
        guard verbose else { return }
        for sentence in tolerated { Console.standard.progress("tolerated: \(sentence)") }
    }
}
