import APIClient
import Synchronization
import ToqueEncoding

/// The connection to the server: HTTP that loses requests and answers, and forges assertions.
final class Way: HTTPTransport {
    enum Fault: Sendable {
        /// The request does not arrive.
        case request
        /// The server carries the request out, and the answer does not arrive.
        case answer
    }

    private struct State {
        var requests: [String] = []
        var faults: [String: [Fault]] = [:]
        var forges = false
        var interruptions: [String: @MainActor () async throws -> Void] = [:]
    }

    private let http: AsyncHTTPTransport
    private let state = Mutex(State())

    init(timeout: Duration = .seconds(30)) { http = AsyncHTTPTransport(timeout: timeout) }

    /// Such as `POST payment` and `POST confirm`; pages are `GET page` and `POST page`.
    var requests: [String] { state.withLock { $0.requests } }

    func count(_ request: String) -> Int { requests.count { $0 == request } }

    /// Sets the faults of the next requests of a name, in order.
    func lose(_ request: String, _ faults: [Fault]) { state.withLock { $0.faults[request] = faults } }

    /// Gives assertions a wrong signature from now on.
    func forge() { state.withLock { $0.forges = true } }

    /// Sets an action that runs just before the next request of a name.
    func beforehand(_ request: String, _ event: @escaping @MainActor () async throws -> Void) {
        state.withLock { $0.interruptions[request] = event }
    }

    func stop() async { await http.shutdown() }

    func send(_ request: APIRequest, to server: ServerURL) async throws(ConnectionError) -> APIAnswer {
        let name = "\(request.method.rawValue) \(Self.name(request.path))"
        let (fault, forges, event) = state.withLock { state in
            state.requests.append(name)
            let fault = state.faults[name]?.first
            if fault != nil { state.faults[name]?.removeFirst() }
            return (fault, state.forges, state.interruptions.removeValue(forKey: name))
        }
        let lost = ConnectionError.interrupted(server: "\(server)", reason: "lost on the way")
        do { try await event?() } catch { throw lost }
        if fault == .request { throw lost }
        let answer = try await http.send(forges ? Self.forged(request) : request, to: server)
        if fault == .answer { throw lost }
        return answer
    }

    private static func name(_ path: String) -> Substring {
        path.hasPrefix("/v1/") ? path.prefix { $0 != "?" }.split(separator: "/").last ?? "" : "page"
    }

    private static func forged(_ request: APIRequest) -> APIRequest {
        guard var body = request.body?.json?.objectValue, var authentication = body["authentication"]?.objectValue,
            var response = authentication["response"]?.objectValue,
            var signature = response["signature"]?.stringValue
        else { return request }
        // Changes bits of its second number, so that the format stays valid.
        let place = signature.index(signature.startIndex, offsetBy: signature.count * 3 / 4)
        signature.replaceSubrange(place...place, with: signature[place] == "A" ? "B" : "A")
        response["signature"] = .string(signature)
        authentication["response"] = .object(response)
        body["authentication"] = .object(authentication)
        var request = request
        request.body = .json(.object(body))
        return request
    }
}
