import APIClient
import Sandbox
import Synchronization
import ToqueEncoding

/// A phone's transport, which remembers what was sent and answered, without secrets. The phone keeps it.
final class PhoneLog: HTTPTransport {
    struct Entry: Sendable, Hashable {
        var method: String
        var path: String
        var request: String
        /// nil without an answer.
        var status: Int?
        var answer: String
        /// How often it was sent in a row, while a result was awaited.
        var times = 1
    }

    /// Older entries are dropped.
    private static let limit = 60

    private let transport: any HTTPTransport
    private let engine: Engine
    private let state: Mutex<(entries: [Entry], isFrozen: Bool)>

    /// - Parameter kept: the oldest first.
    init(_ transport: any HTTPTransport, _ engine: Engine, kept: [Entry]) {
        (self.transport, self.engine) = (transport, engine)
        state = Mutex((Array(kept.suffix(Self.limit)), false))
    }

    /// The oldest first.
    var entries: [Entry] { state.withLock(\.entries) }
    /// True if the last answer said that the sandbox's clock stands.
    var isFrozen: Bool { state.withLock(\.isFrozen) }

    func send(_ request: APIRequest, to server: ServerURL) async throws(ConnectionError) -> APIAnswer {
        do throws(ConnectionError) {
            let answer = try await transport.send(request, to: server)
            note(request, answer.status, engine.masked(answer.body, isRequest: false))
            state.withLock { $0.isFrozen = answer.header("X-Toque-Clock") == "frozen" }
            return answer
        } catch {
            note(request, nil, "\(error)")
            throw error
        }
    }

    private func note(_ request: APIRequest, _ status: Int?, _ answer: String) {
        let body = request.body.map { engine.masked($0.bytes, isRequest: true) } ?? ""
        let entry = Entry(
            method: request.method.rawValue, path: request.path, request: Self.laidOut(body), status: status,
            answer: Self.laidOut(answer))
        state.withLock { state in
            if let last = state.entries.last, last.isLike(entry) {
                // The count may come from a file.
                state.entries[state.entries.count - 1].times &+= 1
            } else {
                state.entries.append(entry)
            }
            if state.entries.count > Self.limit { state.entries.removeFirst() }
        }
    }

    /// With one member on a line, if it is JSON.
    private static func laidOut(_ text: String) -> String {
        (try? JSON(parsing: text).serialized(pretty: true)) ?? text
    }
}

extension PhoneLog.Entry: JSONStructure {
    static let blank = Self(method: "", path: "", request: "", status: nil, answer: "")

    mutating func members(_ coder: inout JSONCoder) {
        coder.required("method", &method)
        coder.required("path", &path)
        coder.required("request", &request)
        coder.optional("status", &status)
        coder.required("answer", &answer)
        coder.required("times", &times)
    }
}

extension PhoneLog.Entry {
    /// Errors have an id of each request, so their bodies are not compared.
    fileprivate func isLike(_ other: Self) -> Bool {
        (method, path, request, status) == (other.method, other.path, other.request, other.status)
            && (answer == other.answer || status == 404) && method == "GET"
    }
}
