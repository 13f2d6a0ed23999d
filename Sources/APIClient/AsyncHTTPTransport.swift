import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOSSL

/// A transport that uses AsyncHTTPClient, without following redirects. Shut it down after use.
public final class AsyncHTTPTransport: HTTPTransport {
    let client: HTTPClient
    private let timeout: Duration

    /// - Parameters:
    ///   - timeout: for one request.
    ///   - certificates: trusted in addition to the machine's.
    public init(timeout: Duration = .seconds(30), trusting certificates: [NIOSSLCertificate] = []) {
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: .direct(trusting: certificates))
        self.timeout = timeout
    }

    /// Closes the connections.
    public func shutdown() async {
        // Shutting down twice is the only error, and is harmless.
        try? await client.shutdown()
    }

    public func send(_ request: APIRequest, to server: ServerURL) async throws(ConnectionError) -> APIAnswer {
        var outgoing = HTTPClientRequest(url: server.description + request.path)
        outgoing.method = HTTPMethod(rawValue: request.method.rawValue)
        switch request.authorization {
        case .basic(let user, let password): outgoing.setBasicAuth(username: user, password: password)
        case .bearer(let token): outgoing.headers.add(name: "Authorization", value: "Bearer \(token)")
        case nil: break
        }
        outgoing.headers.add(name: "Accept", value: "application/json")
        if let body = request.body {
            outgoing.headers.add(name: "Content-Type", value: body.contentType)
            outgoing.body = .bytes(ByteBuffer(bytes: body.bytes))
        }
        for (name, value) in request.headers { outgoing.headers.replaceOrAdd(name: name, value: value) }
        let deadline = ContinuousClock.now + timeout
        let answer = try await execute(outgoing, name: server.description)
        do {
            let body = try await body(of: answer, until: deadline)
            return APIAnswer(
                status: Int(answer.status.code), headers: answer.headers.map { ($0.name, $0.value) },
                body: Array(body.readableBytesView))
        } catch {
            // The head arrived, so a server exists.
            let reason = ConnectionFault.reason(error)
            throw ConnectionFault.isSilence(error)
                ? .silent(server: server.description, reason: reason)
                : .interrupted(server: server.description, reason: reason)
        }
    }

    /// AsyncHTTPClient's own deadline ends with the response's head; a body may trickle forever after it.
    private func body(
        of answer: HTTPClientResponse, until deadline: ContinuousClock.Instant
    ) async throws -> ByteBuffer {
        try await withThrowingTaskGroup { group in
            group.addTask { try await answer.body.collect(upTo: APIAnswer.bodyLimit) }
            group.addTask {
                try await Task.sleep(until: deadline)
                throw HTTPClientError.deadlineExceeded
            }
            defer { group.cancelAll() }
            // Never nil: there are two tasks.
            return try await group.next() ?? ByteBuffer()
        }
    }

    /// One exchange; `name` identifies the server in errors.
    package func execute(
        _ request: HTTPClientRequest, name: String
    ) async throws(ConnectionError) -> HTTPClientResponse {
        do {
            return try await client.execute(request, timeout: TimeAmount(timeout))
        } catch {
            throw ConnectionError(server: name, error)
        }
    }
}
