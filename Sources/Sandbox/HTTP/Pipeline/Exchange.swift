import Hummingbird
import NIOCore
import Synchronization
import ToqueCrypto
import ToqueEncoding

/// A request on its way through the server, with the results so far.
struct Exchange {
    let request: Request
    let start = ContinuousClock.now
    let id: String
    let path: String
    /// As received.
    let query: Substring
    let trace = RequestTrace()
    var route: Route?
    /// True if the path is a page's, or near one.
    var isForPage = false
    var body: [UInt8] = []
    /// False if an unrequested body may still arrive.
    private(set) var isBodyAwaited = false
    /// The reason for refusing the request.
    var refusal: SandboxError?

    init(_ request: Request) {
        self.request = request
        let target = request.head.path ?? "/"
        let mark = target.utf8.firstIndex(of: UInt8(ascii: "?")) ?? target.endIndex
        path = String(target[..<mark])
        query = Substring(target[mark...].utf8.dropFirst())
        id = RequestID.of(header: request.headers.value("X-Request-Id"))
    }

    var method: String { request.method.rawValue }

    /// Reads the body, after telling a waiting client to send it.
    /// - Parameter limit: in bytes.
    /// - Throws: like `Request.bytes(upTo:)`; too long a Content-Length is refused before requesting the body.
    mutating func receiveBody(upTo limit: Int, over channel: any Channel) async throws {
        try request.checkLength(limit)
        try await request.sendContinue(channel)
        isBodyAwaited = true
        body = try await request.bytes(upTo: limit)
    }

    /// True if the connection ends with the response: the rest of the body cannot be told from the next request, only
    /// the client knows whether it comes, or skipping it would take too much reading.
    /// - Parameter limit: the bytes of an unrequested body that are read.
    func endsConnection(readingUpTo limit: Int) -> Bool {
        if let refusal, refusal.endsConnection { return true }
        return !isBodyAwaited && (request.expectsContinue || request.announcedLength > limit)
    }

    /// For a refusal, before the request's parts are read and without the tenant: it may be unauthorized.
    func request(_ engine: Engine) -> SandboxRequest {
        SandboxRequest(
            id: id, path: path, parameters: [:], query: FormURLEncoding.decode(query) ?? [], body: [],
            head: request.head, tenant: "", scenario: nil, engine: engine, trace: trace)
    }

    /// The method used for routing: HEAD is GET without the body (RFC 9110 section 9.3.2).
    var routedMethod: String { request.method == .head ? "GET" : method }
}

/// The findings about a request on its way, for the journal and the log.
final class RequestTrace: Sendable {
    private let state = Mutex((tenant: "", usedToken: false))

    /// Id of the request's tenant; empty until known.
    var tenant: String {
        get { state.withLock { $0.tenant } }
        set { state.withLock { $0.tenant = newValue } }
    }

    /// True if the request came with an access token, as apps have it, in place of a key.
    var usedToken: Bool {
        get { state.withLock { $0.usedToken } }
        set { state.withLock { $0.usedToken = newValue } }
    }
}

/// A request's id in the response, the journal and the log.
enum RequestID {
    /// The client's id if it is safe everywhere; otherwise a new one.
    static func of(header: String?) -> String {
        if let header, isSane(header) { return header }
        // Not from the injected random source: a client's polling must not change the objects' ids.
        return Hex.encode(SystemRandom().bytes(16))
    }

    private static func isSane(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
                    true
                default: false
                }
            }
    }
}
