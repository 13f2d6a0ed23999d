import Hummingbird
import ToqueEncoding

/// One request on its way through the server, and what is learned about it.
struct Exchange {
    let request: Request
    let start = ContinuousClock.now
    let id: String
    let path: String
    /// As it came.
    let query: Substring
    let trace = RequestTrace()
    var route: Route?
    var body: [UInt8] = []
    /// False where a body may still come that nobody asked for.
    var isBodyAwaited = false
    var errorCode: String?

    init(_ request: Request) {
        self.request = request
        let target = request.head.path ?? "/"
        let mark = target.utf8.firstIndex(of: UInt8(ascii: "?")) ?? target.endIndex
        path = String(target[..<mark])
        query = Substring(target[mark...].utf8.dropFirst())
        id = RequestID.of(header: request.headers.value("X-Request-Id"))
    }

    var method: String { request.method.rawValue }

    /// The method that is looked for: HEAD is GET without the body (RFC 9110 section 9.3.2).
    var routedMethod: String { request.method == .head ? "GET" : method }
}
