import APIClient
import CheckoutContracts
import ToqueEncoding

/// The device's requests to the API, with the public key.
struct TMPClient: Sendable {
    let server: ServerURL
    let transport: any HTTPTransport
    let publicKey: String

    /// A request without the requested result.
    enum Failure: Error, CustomStringConvertible {
        case connection(ConnectionError)
        case refused(status: Int, TakeMeError?)
        case unreadable(String)

        var description: String {
            switch self {
            case .connection(let error): "\(error)"
            case .refused(let status, let error):
                "the server answers \(status)" + (error.map { ": \("\($0)".harmless)" } ?? "")
            case .unreadable(let reason): "the answer cannot be read: \(reason)"
            }
        }
    }

    func sourceTypes() async throws(Failure) -> [TakeMeSourceType] {
        try await send(APIRequest(.get, "/v1/source_types")) { (json) throws(JSONMemberError) in
            try TakeMeSourceType.list(json)
        }
    }

    /// - Parameter key: the same for each repetition, so a lost response does not create a second source.
    func create(_ request: TakeMeSourceRequest, key: String) async throws(Failure) -> TakeMeSource {
        try await send(
            APIRequest(.post, "/v1/sources", headers: [("Idempotency-Key", key)], body: .json(request.json))
        ) { (json) throws(JSONMemberError) in try TakeMeSource(json: json) }
    }

    /// The current source.
    func read(_ source: TakeMeSource) async throws(Failure) -> TakeMeSource {
        let query = FormURLEncoding.encode([("clientSecret", source.clientSecret)])
        return try await send(APIRequest(.get, "/v1/sources/\(source.id)?\(query)")) {
            (json) throws(JSONMemberError) in try TakeMeSource(json: json)
        }
    }

    private func send<Value>(
        _ request: APIRequest, _ read: (JSON) throws(JSONMemberError) -> Value
    ) async throws(Failure) -> Value {
        var request = request
        request.authorization = .bearer(publicKey)
        let answer: APIAnswer
        do throws(ConnectionError) {
            answer = try await transport.send(request, to: server)
        } catch {
            throw .connection(error)
        }
        let json = try? answer.json()
        guard (200...299).contains(answer.status) else {
            throw .refused(status: answer.status, json.flatMap { try? TakeMeError(json: $0) })
        }
        guard let json else { throw .unreadable("it is not JSON") }
        do throws(JSONMemberError) {
            return try read(json)
        } catch {
            throw .unreadable("\(error)")
        }
    }
}

extension TMPPollingSchedule.Answer {
    /// The meaning of a failed poll.
    init(_ failure: TMPClient.Failure) {
        self =
            switch failure {
            case .connection(.unreachable): .unreachable
            case .refused(let status, _) where !(400...499).contains(status): .fault
            case .refused, .connection, .unreadable: .refused
            }
    }
}
