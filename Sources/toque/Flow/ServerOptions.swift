import APIClient
import ArgumentParser
import PixAPI
import Sandbox
import ToqueEncoding

/// The server of the provider's API and its keys.
struct ServerOptions: ParsableArguments {
    @Option(help: .init("Use this server. Also TOQUE_SERVER.", valueName: "url"))
    var server: String?

    @Option(
        help: .init(
            "Read the API key from the first id:secret line of this file.",
            discussion:
                "Also TOQUE_API_KEY_ID and TOQUE_API_KEY_SECRET. Default on loopback: id `sandbox`, secret `sandbox`.",
            valueName: "file"),
        completion: .file())
    var apiKeys: String?

    /// The client over a transport, which its owner shuts down.
    func makeClient(_ transport: any HTTPTransport) throws -> PixClient {
        guard let server = server ?? environment("TOQUE_SERVER"), !server.isEmpty else {
            throw CommandError(
                .missingArgument, at: "--server", "required",
                hint: "pass --server http://127.0.0.1:8420, or set TOQUE_SERVER")
        }
        guard let url = ServerURL(server) else {
            throw CommandError.invalid(server: server, self.server == nil ? "TOQUE_SERVER" : "--server")
        }
        let key = try key(for: url)
        return PixClient(
            server: url, key: PixClient.Key(id: key.id, secret: key.secret), transport: transport)
    }

    private func key(for url: ServerURL) throws -> APIKey {
        if let apiKeys { return try APIKeyFile.first(of: apiKeys) }
        if let key = try APIKey.ofEnvironment() { return key }
        guard url.isLoopback else {
            throw CommandError(
                .missingArgument, at: "--api-keys", "required for \(Authority.bracketed(url.authority.host))",
                hint: "pass --api-keys FILE, or set TOQUE_API_KEY_ID and TOQUE_API_KEY_SECRET")
        }
        return .sandbox
    }
}

/// The polling of a server's results.
struct PollOptions: ParsableArguments {
    @Option(help: .init("Wait this long between polls. Default: 2.", valueName: "seconds"))
    var pollInterval = 2.0

    @Option(help: .init("Give up after this long. Default: 120.", valueName: "seconds"))
    var pollTimeout = 120.0

    func validate() throws {
        guard pollInterval > 0, pollInterval <= 3600 else {
            throw CommandError.invalid(
                "--poll-interval", "\(pollInterval)", expected: "more than 0 and at most 3600 seconds")
        }
        guard pollTimeout >= 0, pollTimeout <= 86_400 else {
            throw CommandError.invalid(
                "--poll-timeout", "\(pollTimeout)", expected: "a number of seconds from 0 to 86400")
        }
    }

    var polling: Polling { Polling(interval: .seconds(pollInterval), timeout: .seconds(pollTimeout)) }
}

extension APIKey {
    /// The key in `TOQUE_API_KEY_ID` and `TOQUE_API_KEY_SECRET`; nil if neither is set. Empty variables count as unset.
    /// - Parameter value: returns a variable's value.
    /// - Throws: status 2 if only one is set: falling back to the sandbox's key would be surprising.
    static func ofEnvironment(
        _ value: (String) -> String? = environment
    ) throws(CommandError) -> APIKey? {
        let (id, secret) = ("TOQUE_API_KEY_ID", "TOQUE_API_KEY_SECRET")
        func text(_ name: String) -> String? { value(name).flatMap { $0.isEmpty ? nil : $0 } }
        switch (text(id), text(secret)) {
        case (nil, nil): return nil
        case (let id?, let secret?): return APIKey(id: id, secret: secret)
        case (_?, nil): throw CommandError(.missingArgument, at: secret, "required by \(id)", hint: "set \(secret)")
        case (nil, _?): throw CommandError(.missingArgument, at: id, "required by \(secret)", hint: "set \(id)")
        }
    }
}
