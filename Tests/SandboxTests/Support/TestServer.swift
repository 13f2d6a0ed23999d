import AsyncHTTPClient
import Logging
import NIOCore
import Sandbox
import ToqueEncoding

/// A sandbox with a test's routes that runs while the body runs. Its only key is `id` with the secret `secret`.
func withServer<Result>(
    _ routes: [Route], prefixes: [String] = [],
    logger: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
    configure: (inout SandboxConfiguration) -> Void = { _ in },
    _ body: (SandboxServer) async throws -> Result
) async throws -> Result {
    var configuration = SandboxConfiguration(keys: [APIKey(id: "id", secret: "secret")], logger: logger)
    configuration.clock = ManualClock(now: Timestamp(microseconds: 0))
    configuration.shutdownGrace = .milliseconds(10)
    configure(&configuration)
    try configuration.replaceMemory()
    let server = try await SandboxServer(configuration, provider: TestProvider(routes: routes, prefixes: prefixes))
    do {
        let result = try await body(server)
        await server.stop()
        return result
    } catch {
        await server.stop()
        throw error
    }
}

/// An answer as a client sees it.
struct Answer {
    let status: UInt
    /// By lowercase name.
    let headers: [String: String]
    let text: String
}

extension SandboxServer {
    /// Sends a request, by default with the key of `withServer`.
    func send(
        _ method: String, _ path: String, headers: [(String, String)] = [], body: String? = nil,
        id: String = "id", secret: String = "secret", client: HTTPClient = .shared
    ) async throws -> Answer {
        var request = HTTPClientRequest(url: url + path)
        request.method = .init(rawValue: method)
        request.setBasicAuth(username: id, password: secret)
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        if let body { request.body = .bytes(ByteBuffer(string: body)) }
        let response = try await client.execute(request, timeout: .seconds(120))
        return Answer(
            status: response.status.code,
            headers: Dictionary(response.headers.map { ($0.name.lowercased(), $0.value) }) { first, _ in first },
            text: String(buffer: try await response.body.collect(upTo: 1 << 20)))
    }
}
