import ArgumentParser
import BiometricPixFlow
import Inspector
import RiskSignals
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn
import WebAuthnClient

struct SignCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign",
        abstract: "Make an assertion from sign options.",
        discussion: """
            Reads the provider's fido_options or W3C JSON. Prints AuthenticationResponseJSON; with --body and \
            --risk-signals, the complete body of authorize.

            Example: toque sign fido_options.json --body --risk-signals signals.json --gesture approve
            """)

    @OptionGroup var ceremony: CeremonyOptions
    @OptionGroup var authenticator: AuthenticatorOptions

    @Option(
        help: .init("Add the risk signals (JSON) in this file to the body. Requires --body.", valueName: "file"),
        completion: .file())
    var riskSignals: String?

    @Option(
        help: .init(
            "Sign with this credential if the options name none that the authenticator has.",
            discussion: "The file holds the credential's ID as base64url, or what `toque register` printed.",
            valueName: "file"),
        completion: .file())
    var fallbackCredential: String?

    func validate() throws {
        if riskSignals != nil, !ceremony.body {
            throw CommandError(.conflictingOptions, at: "--risk-signals", "requires --body")
        }
        if riskSignals == "-", ceremony.options == "-" {
            throw CommandError(
                .conflictingOptions, at: "--risk-signals", "stdin holds the options already", hint: "name a file")
        }
        if fallbackCredential == "-", ceremony.options == "-" || riskSignals == "-" {
            throw CommandError(
                .conflictingOptions, at: "--fallback-credential", "stdin is read already", hint: "name a file")
        }
    }

    func run() async throws {
        let interaction = try authenticator.interaction()
        let parsed = try ceremony.parsed { (reader, json) throws(OptionsError) in try reader.requestOptions(json) }
        // Before the ceremony: an invalid file must cost neither a gesture nor a signature.
        let signals = try riskSignals.map(Self.riskSignals)
        let fallback = try fallbackCredential.map { file throws(CommandError) in
            try Self.credentialID(of: file, for: parsed.options.rpID)
        }
        ceremony.report(tolerated: parsed.tolerated)
        let client = ceremony.makeClient(try await authenticator.make(interaction), interaction)
        let origin = try ceremony.parsedOrigin()
        let response = try await authenticator.explaining {
            guard let fallback else {
                return try await client.get(parsed.options, origin: origin, timeout: ceremony.duration)
            }
            return try await client.get(
                parsed.options, fallback: fallback, origin: origin, timeout: ceremony.duration)
        }
        if ceremony.verbose {
            Console.standard.progress(InspectionNode(response).text())
        }
        guard ceremony.body else { return try Console.standard.result(response.json().serialized(pretty: true)) }
        var body = AuthorizePaymentIntentRequest(response, riskSignals: signals?.members ?? [:]).json.objectValue ?? [:]
        body = body.withoutExtensionResults(in: "assertion")
        if signals == nil {
            body["risk_signals"] = nil
            Console.standard.progress("risk_signals are left out; --risk-signals FILE adds them")
        }
        try Console.standard.result(JSON.object(body).serialized(pretty: true))
    }

    /// The ID of the provider's `fallbackCredential`, base64url in the guide.
    /// - Parameter rpID: of the options. What `toque register` printed must be for it; an ID alone does not tell.
    private static func credentialID(of file: String, for rpID: String?) throws(CommandError) -> [UInt8] {
        let bytes = try Input.bytes(of: file, asking: "the credential's ID")
        let json = try? JSON(parsing: bytes)
        let words = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).map(String.init)
        let registration = json?["confirmation_data"] ?? json
        let text = registration?["id"]?.stringValue ?? (words.count == 1 ? words[0] : "")
        guard let (id, _) = Base64URL.decodeTolerant(text), !id.isEmpty else {
            throw CommandError(
                .invalidContent, at: "--fallback-credential", "\(file) holds no credential ID",
                hint: "write the ID as base64url, or keep what `toque register` printed")
        }
        if let rpID, let hash = registration.flatMap(rpIDHash), hash != Digest.sha256(rpID) {
            throw CommandError(
                .invalidContent, at: "--fallback-credential", "\(file) is not a credential for \(rpID)",
                hint: "keep what `toque register` printed for \(rpID)")
        }
        return id
    }

    /// The hash of the RP ID that a registration's credential is for.
    private static func rpIDHash(of registration: JSON) -> [UInt8]? {
        guard let text = registration["response"]?["attestationObject"]?.stringValue,
            let (bytes, _) = Base64URL.decodeTolerant(text),
            let object = try? AttestationObject(decoding: bytes)
        else { return nil }
        return try? AuthenticatorData(decoding: object.authenticatorData).rpIDHash
    }

    private static func riskSignals(of file: String) throws -> RiskSignals {
        let bytes = try Input.bytes(of: file)
        do {
            return try RiskSignals(json: JSON(parsing: bytes))
        } catch {
            throw CommandError(
                .invalidContent, at: "--risk-signals", "\(error)",
                hint: "make a file with `toque risk-signals --account-tenure DATE > FILE`")
        }
    }
}
