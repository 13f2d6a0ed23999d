import AsyncHTTPClient
import Glibc
import NIOCore
import NIOPosix
import NIOSSL

/// Sends webhooks to receivers.
public protocol WebhookTransport: Sendable {
    /// Posts once, without following redirects, and waits for a status for at most `DeliveryRules.answerTime`.
    func post(_ request: WebhookRequest, to url: String) async -> DeliveryAttempt.Outcome

    /// Ends the requests in progress and closes the connections.
    func shutdown() async
}

/// A transport that uses AsyncHTTPClient.
public final class HTTPWebhookTransport: WebhookTransport {
    /// This much of a response is read, so that its connection can be reused; a larger response closes it.
    private static let answerLimit = 4 << 10

    private let client: HTTPClient
    private let answerTime: Duration

    /// - Parameter authorities: trusted in addition to the machine's.
    init(answerTime: Duration = DeliveryRules().answerTime, trusting authorities: [NIOSSLCertificate] = []) {
        self.answerTime = answerTime
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        if !authorities.isEmpty {
            var tls = TLSConfiguration.makeClientConfiguration()
            tls.additionalTrustRoots = [.certificates(authorities)]
            configuration.tlsConfiguration = tls
        }
        configuration.timeout.connect = TimeAmount(answerTime)
        // Never queue for a connection: the wait would count as the receiver's time.
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = DeliveryLimits.maximumConnections
        // If the receiver closes an idle connection just as it is reused, the attempt fails, and the next one is a
        // minute away. Servers keep idle connections for at least two seconds.
        configuration.connectionPool.idleTimeout = .seconds(1)
        // A refused connection is a failed attempt; the delivery's retries suffice.
        configuration.connectionPool.retryConnectionEstablishment = false
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    /// Closes connections even without a shutdown.
    deinit { client.shutdown { _ in } }

    public func shutdown() async {
        // Shutting down twice is the only error, and is harmless.
        try? await client.shutdown()
    }

    public func post(_ webhook: WebhookRequest, to url: String) async -> DeliveryAttempt.Outcome {
        var request = HTTPClientRequest(url: url)
        request.method = .POST
        for (name, value) in webhook.headers { request.headers.add(name: name, value: value) }
        request.body = .bytes(ByteBuffer(bytes: webhook.body))
        do {
            let answer = try await client.execute(request, timeout: TimeAmount(answerTime))
            return .status(Int(answer.status.code), body: await Self.beginning(of: answer.body))
        } catch {
            return .error(reason(error))
        }
    }

    /// Returns a short body that arrives soon; otherwise none. An endless body ends with its connection.
    private static func beginning(of body: HTTPClientResponse.Body) async -> [UInt8] {
        await withTaskGroup { group in
            group.addTask { (try? await body.collect(upTo: answerLimit)).map { Array($0.readableBytesView) } ?? [] }
            group.addTask {
                try? await Task.sleep(for: .seconds(1))
                return []
            }
            defer { group.cancelAll() }
            return await group.next() ?? []
        }
    }

    private var tooLate: String { "no answer within \(answerTime / .seconds(1)) s" }

    /// A line without the URL, whose query may be secret, and without the token.
    private func reason(_ error: any Error) -> String {
        switch error {
        case let error as HTTPClientError:
            [.deadlineExceeded, .connectTimeout].contains(error)
                ? tooLate : error.shortDescription
        case let error as NIOConnectionError:
            error.connectionErrors.first.map { reason($0.error) } ?? "the host's name leads to no address"
        case let error as IOError: String(cString: strerror(error.errnoCode))
        case ChannelError.connectTimeout: tooLate
        default: "\(type(of: error))"
        }
    }
}
