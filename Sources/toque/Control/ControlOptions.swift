import APIClient
import ArgumentParser
import ToqueEncoding

/// The sandbox that a command controls.
struct ControlOptions: ParsableArguments {
    /// Where `toque simulate` serves unless it is told otherwise.
    static let defaultServer = "http://127.0.0.1:8420"

    @Option(help: .init("The sandbox. Also TOQUE_SERVER. Default: \(Self.defaultServer).", valueName: "url"))
    var server: String?

    @Option(
        help: .init(
            "The API key whose objects are meant. Also TOQUE_API_KEY_ID. Default: the sandbox's first.",
            valueName: "key-id"))
    var tenant: String?

    @Option(
        help: .init(
            "Read the control API's token from this file. Default: the file in TOQUE_CONTROL_TOKEN_FILE, else the "
                + "token in TOQUE_CONTROL_TOKEN.", valueName: "file"),
        completion: .file())
    var controlTokenFile: String?

    @Flag(help: "Print JSON.")
    var json = false

    /// The sandbox's control API for the time of the body.
    /// - Throws: `CommandError` for a server that is no URL and a token that cannot be read; what the body throws, such
    ///   as `ControlError`.
    func withControl<Result>(_ body: (ControlClient) async throws -> Result) async throws -> Result {
        let tokenFile = controlTokenFile ?? Self.variable("TOQUE_CONTROL_TOKEN_FILE")
        let client = ControlClient(
            server: try url(), tenant: tenant ?? Self.variable("TOQUE_API_KEY_ID"),
            token: try ControlToken.given(file: tokenFile),
            trusting: TrustedCertificates.ofEnvironment())
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
            throw CommandError(
                .usage, "\(source): found \(text.quoted), expected http://HOST:PORT or https://HOST",
                try: "--server \(Self.defaultServer)")
        }
        return url
    }

    /// A variable that is set to something.
    private static func variable(_ name: String) -> String? {
        environment(name).flatMap { $0.isEmpty ? nil : $0 }
    }
}

extension ControlOptions {
    /// Asks the sandbox and prints what it answers.
    /// - Parameter text: what a person is told.
    func show(_ text: (JSON) throws -> String, ask: (ControlClient) async throws -> JSON) async throws {
        try await withControl { client in
            let answer = try await ask(client)
            try show(answer, try text(answer))
        }
    }

    /// Prints an answer: all of it as JSON, or what a person is told.
    func show(_ answer: JSON, _ text: @autoclosure () throws -> String) throws {
        try Console.standard.result(json ? answer.serialized(pretty: true) : try text())
    }

    /// Prints a list: as a JSON array, or as a table.
    /// - Parameter absent: what a person is told, on stderr, where the list is empty.
    func show(
        _ entries: [JSON], _ titles: [String], absent: String, row: (JSON) -> [String]
    ) throws {
        if json { return try Console.standard.result(JSON.array(entries).serialized(pretty: true)) }
        guard !entries.isEmpty else { return Console.standard.progress(absent) }
        try Console.standard.result(Table(titles, rows: entries.map(row)).text)
    }
}

/// The token of a control API: from a file, else from the environment, as the secret of an API key is.
enum ControlToken {
    static let variable = "TOQUE_CONTROL_TOKEN"

    /// - Parameter file: named by an option or a variable.
    /// - Returns: nil where neither a file nor `TOQUE_CONTROL_TOKEN` gives one.
    /// - Throws: as `SecretFile.token`, and status 1 for a variable that is no token.
    static func given(file: String?) throws(CommandError) -> String? {
        if let file { return try SecretFile.token(of: file) }
        guard let token = environment(variable), !token.isEmpty else { return nil }
        guard token.utf8.allSatisfy(\.isVisibleASCII) else {
            throw CommandError(.failed, "\(variable): a token is of visible ASCII characters")
        }
        return token
    }
}
