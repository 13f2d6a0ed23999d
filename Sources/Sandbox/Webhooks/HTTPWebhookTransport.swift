import AsyncHTTPClient
import Glibc
import NIOCore
import NIOPosix
import NIOSSL

/// The transport over AsyncHTTPClient.
public final class HTTPWebhookTransport: WebhookTransport {
    /// Of an answer so much is read, so that its connection can be used again; what is larger closes it.
    private static let answerLimit = 4 << 10

    private let client: HTTPClient
    private let answerTime: Duration

    /// - Parameter authorities: trusted beside the machine's own.
    init(answerTime: Duration = DeliveryRules().answerTime, trusting authorities: [NIOSSLCertificate] = []) {
        self.answerTime = answerTime
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        if !authorities.isEmpty {
            var tls = TLSConfiguration.makeClientConfiguration()
            tls.additionalTrustRoots = [.certificates(authorities)]
            configuration.tlsConfiguration = tls
        }
        configuration.timeout.connect = TimeAmount(answerTime)
        // Nobody waits for a connection: that would count as the receiver's time.
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = DeliveryLimits.maximumConnections
        // An idle connection that the receiver closes just as it is used again fails the attempt, and the next one is a
        // minute away. Servers keep theirs for two seconds and more.
        configuration.connectionPool.idleTimeout = .seconds(1)
        // A refused connection is an attempt that failed; there are retries enough.
        configuration.connectionPool.retryConnectionEstablishment = false
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    /// A transport that nobody shut down closes its connections all the same.
    deinit { client.shutdown { _ in } }

    public func shutdown() async {
        // Shutting down twice is the only error, and changes nothing.
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

    /// A body that is short and comes soon; nothing of another one. One that drips for ever ends with its connection.
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

    /// A line without the URL, whose query may be a secret, and without the token.
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
