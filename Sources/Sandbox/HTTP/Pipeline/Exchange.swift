import Hummingbird
import NIOCore
import Synchronization
import ToqueCrypto
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

/// What a handler finds out about its request that the journal and the log want to know.
final class RequestTrace: Sendable {
    private let state = Mutex("")

    /// Id of the tenant whom the request turned out to be of; empty where it is not known.
    var tenant: String {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}

/// What one request is called in the answer, the journal and the log.
enum RequestID {
    /// The client's own, where it can stand anywhere as it is; else a new one.
    static func of(header: String?) -> String {
        if let header, isSane(header) { return header }
        // Not from the injected random source: how often a client polls must not change the objects' ids.
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
