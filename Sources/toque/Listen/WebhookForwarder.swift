import APIClient
import AsyncHTTPClient
import HTTPTypes
import NIOCore
import NIOSSL
import ToqueEncoding

/// Hands webhooks on to a backend, as they came.
final class WebhookForwarder: Sendable {
    /// Of an answer so much is read, so that its connection can be used again.
    private static let answerLimit = 4 << 10
    /// The sandbox waits no longer.
    private static let timeout = TimeAmount.seconds(5)
    /// They are about one connection (RFC 9110 section 7.6.1), or are made anew for the next one.
    private static let hopByHop: Set<String> = [
        "connection", "content-length", "host", "keep-alive", "proxy-connection", "te", "trailer",
        "transfer-encoding", "upgrade",
    ]

    private let url: String
    private let client: HTTPClient

    /// - Parameter certificates: trusted beside the machine's own.
    init(to url: String, trusting certificates: [NIOSSLCertificate]) {
        self.url = url
        var configuration = HTTPClient.Configuration.direct(trusting: certificates)
        configuration.connectionPool.idleTimeout = .seconds(1)
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    func shutdown() async {
        // Shutting down twice is the only error, and changes nothing.
        try? await client.shutdown()
    }

    /// - Returns: the status that came back.
    /// - Throws: status 3 where none came.
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
                .unreachable, "\(url): \(ConnectionFault.reason(error))",
                try: "start the backend, or another --forward-to")
        }
    }
}
