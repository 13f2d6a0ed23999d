import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOSSL
import ToqueEncoding

/// The transport over AsyncHTTPClient, which does not follow redirects. Shut it down when it is needed no more.
public final class AsyncHTTPTransport: HTTPTransport {
    /// Answers larger than this are refused before memory is taken.
    static let answerLimit = 4 << 20

    let client: HTTPClient
    private let timeout: Duration

    /// - Parameters:
    ///   - timeout: for one request.
    ///   - certificates: trusted beside the machine's own.
    public init(timeout: Duration = .seconds(30), trusting certificates: [NIOSSLCertificate] = []) {
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: .direct(trusting: certificates))
        self.timeout = timeout
    }

    /// Closes the connections.
    public func shutdown() async {
        // Shutting down twice is the only error, and changes nothing.
        try? await client.shutdown()
    }

    public func send(
        _ request: PixRequest, to server: ServerURL, authorization: PixClient.Authorization
    ) async throws(PixClientError) -> PixAnswer {
        var outgoing = HTTPClientRequest(url: server.description + request.path)
        outgoing.method = HTTPMethod(rawValue: request.method.rawValue)
        switch authorization {
        case .key(let key): outgoing.setBasicAuth(username: key.id, password: key.secret)
        case .accessToken(let token): outgoing.headers.add(name: "Authorization", value: "Bearer \(token)")
        }
        outgoing.headers.add(name: "Accept", value: "application/json")
        for (name, value) in request.headers { outgoing.headers.add(name: name, value: value) }
        if let body = request.body {
            outgoing.headers.add(name: "Content-Type", value: "application/json")
            outgoing.body = .bytes(ByteBuffer(bytes: body.utf8))
        }
        let deadline = ContinuousClock.now + timeout
        let answer = try await execute(outgoing, name: server.description)
        do {
            let body = try await body(of: answer, until: deadline)
            return PixAnswer(
                status: Int(answer.status.code), headers: answer.headers.map { ($0.name, $0.value) },
                body: Array(body.readableBytesView))
        } catch {
            // The head came, so that somebody is there.
            throw .interrupted(server: server.description, reason: ConnectionFault.reason(error))
        }
    }

    /// AsyncHTTPClient's own deadline ends with the answer's head; a body may drip for ever behind it.
    private func body(
        of answer: HTTPClientResponse, until deadline: ContinuousClock.Instant
    ) async throws -> ByteBuffer {
        try await withThrowingTaskGroup { group in
            group.addTask { try await answer.body.collect(upTo: Self.answerLimit) }
            group.addTask {
                try await Task.sleep(until: deadline)
                throw HTTPClientError.deadlineExceeded
            }
            defer { group.cancelAll() }
            // Never nil: there are two tasks.
            return try await group.next() ?? ByteBuffer()
        }
    }

    /// One exchange; `name` stands in the error for who did not answer.
    func execute(_ request: HTTPClientRequest, name: String) async throws(PixClientError) -> HTTPClientResponse {
        do {
            return try await client.execute(request, timeout: TimeAmount(timeout))
        } catch {
            throw PixClientError(server: name, error)
        }
    }
}
