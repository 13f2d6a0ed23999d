import APIClient
import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOSSL
import ToqueEncoding

/// The control API of a running sandbox, for one of its tenants (docs/sandbox.md). Shut it down after use.
struct ControlClient: Sendable {
    /// Names and values of a query; nil values are omitted.
    typealias Query = [(name: String, value: String?)]

    /// The maximum size of a response in bytes; the largest is a state file.
    private static let answerLimit = StateFile.limit
    /// The time limit for a response; `advance` fires all due timers first.
    private static let timeout = TimeAmount.seconds(60)
    private static let bodyTimeout = Duration.seconds(60)

    let server: ServerURL
    /// An API key's id; nil for the first configured one.
    private(set) var tenant: String?
    private let token: String?
    private let patience: Patience
    private let client: HTTPClient

    /// - Parameters:
    ///   - certificates: trusted in addition to the machine's.
    ///   - patience: for a sandbox that is not listening yet.
    init(
        server: ServerURL, tenant: String? = nil, token: String? = nil, trusting certificates: [NIOSSLCertificate] = [],
        patience: Patience = .none
    ) {
        self.patience = patience
        self.server = server
        self.tenant = tenant
        self.token = token
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: .direct(trusting: certificates))
    }

    /// The same for endpoints without a tenant, such as the list of tenants.
    var ofNoTenant: ControlClient {
        var client = self
        client.tenant = nil
        return client
    }

    /// Closes the connections.
    func shutdown() async {
        // Shutting down twice is the only error, and is harmless.
        try? await client.shutdown()
    }

    /// - Parameter path: below `/_toque/`, percent-encoded.
    func get(_ path: String, _ query: Query = []) async throws(ControlError) -> JSON {
        try await json(.GET, path, query, body: nil)
    }

    func post(_ path: String, _ body: JSON = [:]) async throws(ControlError) -> JSON {
        try await json(.POST, path, [], body: body)
    }

    func put(_ path: String, _ body: JSON) async throws(ControlError) -> JSON {
        try await json(.PUT, path, [], body: body)
    }

    func delete(_ path: String, _ query: Query = []) async throws(ControlError) -> JSON {
        try await json(.DELETE, path, query, body: nil)
    }

    /// Passes each event of a stream to the body until the body returns false or the server ends.
    /// - Throws: `ControlError`, and the body's error.
    func follow(
        _ path: String, _ query: Query = [], after cursor: String? = nil,
        _ body: (ServerSentEvent) async throws -> Bool
    ) async throws {
        var request = request(.GET, path, query)
        request.headers.replaceOrAdd(name: "Accept", value: "text/event-stream")
        if let cursor { request.headers.add(name: "Last-Event-ID", value: cursor) }
        // Without a time limit: events may be hours apart.
        let answer = try await execute(request, deadline: .distantFuture)
        guard answer.status == .ok else { throw try await refusal(answer) }
        var parser = ServerSentEventParser()
        var chunks = answer.body.makeAsyncIterator()
        while true {
            let chunk: ByteBuffer?
            do {
                chunk = try await chunks.next()
            } catch {
                // The server is gone, or the task is canceled: both end a stream.
                return
            }
            guard let chunk else { return }
            for event in try parser.events(in: chunk.readableBytesView) where !(try await body(event)) { return }
        }
    }

    /// Encodes any id as one segment of a path.
    static func segment(_ id: String) -> String { FormURLEncoding.encode(id) }

    // MARK: -

    private func json(
        _ method: HTTPMethod, _ path: String, _ query: Query, body: JSON?
    ) async throws(ControlError) -> JSON {
        var request = request(method, path, query)
        if let body {
            request.headers.add(name: "Content-Type", value: "application/json")
            request.body = .bytes(ByteBuffer(bytes: body.utf8))
        }
        let answer = try await execute(request, deadline: .now() + Self.timeout)
        guard (200...299).contains(answer.status.code) else {
            let members = query.reduce(into: body?.objectValue ?? [:]) { $0[$1.name] = $1.value.map(JSON.string) }
            throw try await refusal(answer, of: .object(members))
        }
        let bytes = try await bytes(of: answer)
        if bytes.isEmpty { return .null }
        do {
            return try JSON(parsing: bytes, limits: .init(size: Self.answerLimit))
        } catch {
            throw .foreign(server, reason: "\(error)")
        }
    }

    private func request(_ method: HTTPMethod, _ path: String, _ query: Query) -> HTTPClientRequest {
        let pairs = (query + [(name: "tenant", value: tenant)]).compactMap { name, value in
            value.map { (name: name, value: $0) }
        }
        let text = pairs.isEmpty ? "" : "?\(FormURLEncoding.encode(pairs))"
        var request = HTTPClientRequest(url: "\(server)/_toque/\(path)\(text)")
        request.method = method
        request.headers.add(name: "Accept", value: "application/json")
        if let token { request.headers.add(name: "Authorization", value: "Bearer \(token)") }
        return request
    }

    private func execute(
        _ request: HTTPClientRequest, deadline: NIODeadline
    ) async throws(ControlError) -> HTTPClientResponse {
        while true {
            let end = patience.coversAnswers ? .now() + TimeAmount(patience.attempt) : deadline
            do {
                return try await client.execute(request, deadline: min(deadline, end))
            } catch {
                // Whoever waits for answers has none, whether or not a connection came about in the time.
                let error: ControlError =
                    patience.coversAnswers && ConnectionFault.isSilence(error)
                    ? .unreachable(server, reason: ConnectionFault.reason(error)) : ControlError(server, error)
                guard error.isUnreachable || patience.coversAnswers, await patience.allowsAnother() else { throw error }
            }
        }
    }

    private func bytes(of answer: HTTPClientResponse) async throws(ControlError) -> [UInt8] {
        // The client's deadline ends with the head.
        let limit = patience.coversAnswers ? min(patience.attempt, Self.bodyTimeout) : Self.bodyTimeout
        do {
            return try await withThrowingTaskGroup { group in
                group.addTask { Array(try await answer.body.collect(upTo: Self.answerLimit).readableBytesView) }
                group.addTask {
                    try await Task.sleep(for: limit)
                    throw HTTPClientError.deadlineExceeded
                }
                defer { group.cancelAll() }
                // Never nil: there are two tasks.
                return try await group.next() ?? []
            }
        } catch is NIOTooManyBytesError {
            throw .foreign(server, reason: "an answer of more than \(Self.answerLimit) bytes")
        } catch {
            // The head arrived, so a server exists.
            throw .interrupted(server, reason: ConnectionFault.reason(error))
        }
    }

    private func refusal(
        _ answer: HTTPClientResponse, of sent: JSON? = nil
    ) async throws(ControlError) -> ControlError {
        let body = try await bytes(of: answer)
        return ControlError(server, status: Int(answer.status.code), body: try? JSON(parsing: body), sent: sent)
    }
}
