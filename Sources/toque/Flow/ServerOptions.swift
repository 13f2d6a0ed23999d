import APIClient
import ArgumentParser
import PixAPI
import ToqueEncoding

/// The server of the provider's API and the keys to it.
struct ServerOptions: ParsableArguments {
    @Option(help: .init("The server. Also TOQUE_SERVER.", valueName: "url"))
    var server: String?

    @Option(
        help: .init(
            "A file with one id:secret a line, of which the first is used.",
            discussion:
                "Also TOQUE_API_KEY_ID and TOQUE_API_KEY_SECRET. Default on loopback: id `sandbox`, secret `sandbox`.",
            valueName: "file"),
        completion: .file())
    var apiKeys: String?

    /// The client over a transport that its owner shuts down.
    func makeClient(_ transport: any HTTPTransport) throws -> PixClient {
        guard let server = server ?? environment("TOQUE_SERVER"), !server.isEmpty else {
            throw CommandError(.usage, "no server is named", try: "--server http://127.0.0.1:8420, or TOQUE_SERVER")
        }
        guard let url = ServerURL(server) else {
            throw CommandError(
                .usage, "--server: found \"\(server)\", expected https://HOST or http://HOST:PORT",
                try: "--server http://127.0.0.1:8420")
        }
        return PixClient(server: url, key: try key(for: url), transport: transport)
    }

    private func key(for url: ServerURL) throws -> PixClient.Key {
        if let apiKeys { return try APIKeyFile.first(of: apiKeys) }
        if let key = try PixClient.Key.ofEnvironment() { return key }
        guard url.isLoopback else {
            throw CommandError(
                .usage, "no API key for \(Authority.bracketed(url.authority.host))",
                try: "--api-keys FILE, or TOQUE_API_KEY_ID and TOQUE_API_KEY_SECRET")
        }
        return .sandbox
    }
}

/// How a server's slow answers are waited for.
struct PollOptions: ParsableArguments {
    @Option(help: .init("Seconds between two polls.", valueName: "seconds"))
    var pollInterval = 2.0

    @Option(help: .init("Give up after so many seconds.", valueName: "seconds"))
    var pollTimeout = 120.0

    func validate() throws {
        guard pollInterval > 0, pollInterval <= 3600 else {
            throw ValidationError("--poll-interval: found \(pollInterval), expected more than 0 and at most 3600")
        }
        guard pollTimeout >= 0, pollTimeout <= 86_400 else {
            throw ValidationError("--poll-timeout: found \(pollTimeout), expected 0 to 86400")
        }
    }

    var polling: Polling { Polling(interval: .seconds(pollInterval), timeout: .seconds(pollTimeout)) }
}

extension PixClient.Key {
    /// The key of `TOQUE_API_KEY_ID` and `TOQUE_API_KEY_SECRET`; nil where neither is set. An empty variable is none.
    /// - Parameter value: of a variable.
    /// - Throws: status 2 where one is set without the other: the key of the sandbox in its place would only surprise.
    static func ofEnvironment(
        _ value: (String) -> String? = environment
    ) throws(CommandError) -> PixClient.Key? {
        let (id, secret) = ("TOQUE_API_KEY_ID", "TOQUE_API_KEY_SECRET")
        func text(_ name: String) -> String? { value(name).flatMap { $0.isEmpty ? nil : $0 } }
        switch (text(id), text(secret)) {
        case (nil, nil): return nil
        case (let id?, let secret?): return PixClient.Key(id: id, secret: secret)
        case (_?, nil): throw CommandError(.usage, "\(id) without a secret", try: "\(secret), too")
        case (nil, _?): throw CommandError(.usage, "\(secret) without an id", try: "\(id), too")
        }
    }
}
