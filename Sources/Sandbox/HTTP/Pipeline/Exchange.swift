import Hummingbird
import NIOCore
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
    private(set) var isBodyAwaited = false
    /// Why the request was refused.
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

    /// Reads the body, which a client that waits for it sends from now on.
    /// - Parameter limit: in bytes.
    /// - Throws: as `Request.bytes(upTo:)`; an announced length is refused before any of the body is asked for.
    mutating func receiveBody(upTo limit: Int, over channel: any Channel) async throws {
        try request.checkLength(limit)
        try await request.sendContinue(channel)
        isBodyAwaited = true
        body = try await request.bytes(upTo: limit)
    }

    /// Whether the connection ends with the answer: what follows on it could not be told from the rest of the body,
    /// whether that comes is the client's alone to know, or too much would have to be read to get past it.
    /// - Parameter limit: what is read of a body that nobody asked for.
    func endsConnection(readingUpTo limit: Int) -> Bool {
        if let refusal, refusal.endsConnection { return true }
        return !isBodyAwaited && (request.expectsContinue || request.announcedLength > limit)
    }

    /// The method that is looked for: HEAD is GET without the body (RFC 9110 section 9.3.2).
    var routedMethod: String { request.method == .head ? "GET" : method }
}
