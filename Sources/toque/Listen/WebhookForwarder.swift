import APIClient
import AsyncHTTPClient
import HTTPTypes
import NIOCore
import NIOSSL
import ToqueEncoding

/// Forwards webhooks unchanged to a backend.
final class WebhookForwarder: Sendable {
    /// This much of a response is read, so that its connection can be reused.
    private static let answerLimit = 4 << 10
    /// The sandbox's own time limit.
    private static let timeout = TimeAmount.seconds(5)
    /// Headers of one connection (RFC 9110 section 7.6.1), or created anew for the next one.
    private static let hopByHop: Set<String> = [
        "connection", "content-length", "host", "keep-alive", "proxy-connection", "te", "trailer",
        "transfer-encoding", "upgrade",
    ]

    private let url: String
    private let client: HTTPClient

    /// - Parameter certificates: trusted in addition to the machine's.
    init(to url: String, trusting certificates: [NIOSSLCertificate]) {
        self.url = url
        var configuration = HTTPClient.Configuration.direct(trusting: certificates)
        configuration.connectionPool.idleTimeout = .seconds(1)
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    func shutdown() async {
        // Shutting down twice is the only error, and is harmless.
        try? await client.shutdown()
    }

    /// - Returns: the response's status.
    /// - Throws: status 3 without a response.
    func forward(_ headers: HTTPFields, _ body: ByteBuffer) async throws(CommandError) -> Int {
        var request = HTTPClientRequest(url: url)
        request.method = .POST
        for field in headers where !Self.hopByHop.contains(field.name.canonicalName) {
            request.headers.add(name: field.name.rawName, value: field.value)
        }
        request.body = .bytes(body)
        do {
            let answer = try await client.execute(request, timeout: Self.timeout)
            _ = try? await answer.body.collect(upTo: Self.answerLimit)
            return Int(answer.status.code)
        } catch {
            throw CommandError(
                .unreachable, at: url, ConnectionFault.reason(error),
                hint: "start the backend, or pass another --forward-to")
        }
    }
}
