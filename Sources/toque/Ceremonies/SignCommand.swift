import ArgumentParser
import BiometricPixFlow
import Inspector
import RiskSignals
import ToqueEncoding
import WebAuthnClient

struct SignCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign",
        abstract: "Make an assertion from sign options.",
        discussion: """
            Reads the provider's fido_options or W3C JSON and prints AuthenticationResponseJSON. With --body and \
            --risk-signals it prints the whole body of authorize.

            Example: toque sign fido_options.json --body --risk-signals signals.json --gesture approve
            """)

    @OptionGroup var ceremony: CeremonyOptions
    @OptionGroup var authenticator: AuthenticatorOptions

    @Option(
        help: .init("With --body: the risk signals that go with the assertion, as JSON.", valueName: "file"),
        completion: .file())
    var riskSignals: String?

    func validate() throws {
        if riskSignals != nil, !ceremony.body { throw ValidationError("--risk-signals goes with --body") }
        if riskSignals == "-", ceremony.options == "-" {
            throw ValidationError("stdin holds the options, so --risk-signals has to name a file")
        }
    }

    func run() async throws {
        let interaction = try authenticator.interaction()
        let parsed = try ceremony.reader.requestOptions(try ceremony.read())
        // Before the ceremony: a wrong file must cost neither a gesture nor a signature.
        let signals = try riskSignals.map(Self.riskSignals)
        ceremony.report(tolerated: parsed.tolerated)
        let client = ceremony.makeClient(try await authenticator.make(interaction), interaction)
        let origin = try ceremony.parsedOrigin()
        let response = try await authenticator.explaining {
            try await client.get(parsed.options, origin: origin, timeout: ceremony.duration)
        }
        if ceremony.verbose {
            Console.standard.progress(InspectionNode(response).text())
        }
        guard ceremony.body else { return try Console.standard.result(response.json().serialized(pretty: true)) }
        var body = AuthorizePaymentIntentRequest(response, riskSignals: signals?.members ?? [:]).json.objectValue ?? [:]
        if signals == nil {
            body["risk_signals"] = nil
            Console.standard.progress("risk_signals are left out; --risk-signals FILE adds them")
        }
        try Console.standard.result(JSON.object(body).serialized(pretty: true))
    }

    private static func riskSignals(of file: String) throws -> RiskSignals {
        let bytes = try Input.bytes(of: file)
        do {
            return try RiskSignals(json: JSON(parsing: bytes))
        } catch {
            throw CommandError(
                .failed, "--risk-signals: \(error)", try: "toque risk-signals --account-tenure DATE > FILE")
        }
    }
}
