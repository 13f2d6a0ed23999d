import APIClient
import ArgumentParser
import ToqueEncoding

/// The sandbox to control.
struct ControlOptions: ParsableArguments {
    /// The default address of `toque simulate`.
    static let defaultServer = "http://127.0.0.1:8420"

    @Option(help: .init("Use this sandbox. Also TOQUE_SERVER. Default: \(Self.defaultServer).", valueName: "url"))
    var server: String?

    @Option(
        help: .init(
            "Use the tenant of this API key. Also TOQUE_API_KEY_ID. Default: the sandbox's first.",
            valueName: "key-id"))
    var tenant: String?

    @Option(
        help: .init(
            "Read the control API's token from this file.",
            discussion: "Also TOQUE_CONTROL_TOKEN_FILE. Default: the token in TOQUE_CONTROL_TOKEN.",
            valueName: "file"),
        completion: .file())
    var controlTokenFile: String?

    @Flag(help: "Print JSON.")
    var json = false

    /// Provides the sandbox's control API to the body.
    /// - Parameter patience: for a sandbox that is not listening yet; nil for the default.
    /// - Throws: `CommandError` for an invalid server URL or an unreadable token; the body's errors, such as
    ///   `ControlError`.
    func withControl<Result>(
        patience: Patience? = nil, _ body: (ControlClient) async throws -> Result
    ) async throws -> Result {
        let tokenFile = controlTokenFile ?? Self.variable("TOQUE_CONTROL_TOKEN_FILE")
        let client = ControlClient(
            server: try url(), tenant: tenant ?? Self.variable("TOQUE_API_KEY_ID"),
            token: try ControlToken.given(file: tokenFile),
            trusting: TrustedCertificates.ofEnvironment(), patience: try patience ?? .ofEnvironment())
        do {
            let result = try await body(client)
            await client.shutdown()
            return result
        } catch {
            await client.shutdown()
            throw error
        }
    }

    private func url() throws(CommandError) -> ServerURL {
        let (source, text) =
            server.map { ("--server", $0) } ?? Self.variable("TOQUE_SERVER").map { ("TOQUE_SERVER", $0) }
            ?? ("", Self.defaultServer)
        guard let url = ServerURL(text) else {
            throw CommandError.invalid(server: text, source)
        }
        return url
    }

    /// A variable's value, unless it is empty.
    private static func variable(_ name: String) -> String? {
        environment(name).flatMap { $0.isEmpty ? nil : $0 }
    }
}

extension ControlOptions {
    /// Sends a request to the sandbox and prints the response.
    /// - Parameter text: the form for people.
    func show(_ text: (JSON) throws -> String, ask: (ControlClient) async throws -> JSON) async throws {
        try await withControl { client in
            let answer = try await ask(client)
            try show(answer, try text(answer))
        }
    }

    /// Prints a response: all of it as JSON, or the text for people.
    func show(_ answer: JSON, _ text: @autoclosure () throws -> String) throws {
        try Console.standard.result(json ? answer.serialized(pretty: true) : try text())
    }

    /// Prints a list: as a JSON array, or as a table.
    /// - Parameter absent: the message on stderr if the list is empty.
    func show(
        _ entries: [JSON], _ columns: [Table.Column], _ options: TableOptions, absent: String,
        row: (JSON) -> [String]
    ) throws {
        if json { return try Console.standard.result(JSON.array(entries).serialized(pretty: true)) }
        guard !entries.isEmpty else { return Console.standard.progress(absent) }
        try Console.standard.result(Table(columns, rows: entries.map(row)), isWide: options.wide)
    }
}

/// The token of a control API: from a file, or else from the environment, like the secret of an API key.
enum ControlToken {
    static let variable = "TOQUE_CONTROL_TOKEN"

    /// - Parameter file: from an option or a variable.
    /// - Returns: nil without a file and without `TOQUE_CONTROL_TOKEN`.
    /// - Throws: like `SecretFile.token`, and status 1 for a variable that is not a token.
    static func given(file: String?) throws(CommandError) -> String? {
        if let file { return try SecretFile.token(of: file) }
        guard let token = environment(variable), !token.isEmpty else { return nil }
        guard token.utf8.allSatisfy(\.isVisibleASCII) else {
            throw CommandError(.invalidContent, at: variable, "the token has characters besides visible ASCII")
        }
        return token
    }
}
