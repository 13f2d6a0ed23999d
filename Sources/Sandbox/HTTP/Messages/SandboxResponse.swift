import ToqueEncoding

/// A response.
public struct SandboxResponse: Sendable {
    public var status: Int
    public var headers: [(name: String, value: String)]
    public var body: [UInt8]
    /// Streamed chunks, in place of `body`; nil for an ordinary response.
    public var stream: AsyncStream<[UInt8]>?
    /// The faults on this response's way.
    public var faults: [Fault] = []
    /// Ids of the assumed behaviors it follows, for the header `X-Toque-Assumed`.
    public var assumptions: [String] = []
    /// False for files that a browser loads by itself: they are in no journal and no metric.
    public var isRecorded = true

    public init(status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// A response of any media type.
    /// - Parameter headers: besides `Content-Type`.
    public static func content(
        _ type: String, _ body: [UInt8], status: Int = 200,
        headers: [(name: String, value: String)] = [("Cache-Control", "no-store")]
    ) -> SandboxResponse {
        SandboxResponse(status: status, headers: [("Content-Type", type)] + headers, body: body)
    }

    public static func json(_ json: JSON, status: Int = 200) -> SandboxResponse {
        content("application/json", json.utf8, status: status)
    }

    public static func text(_ text: String, status: Int = 200) -> SandboxResponse {
        content("text/plain; charset=utf-8", Array(text.utf8), status: status)
    }

    /// - Parameter headers: besides `Content-Type`, such as those that protect a page.
    public static func html(
        _ text: String, status: Int = 200, headers: [(name: String, value: String)] = [("Cache-Control", "no-store")]
    ) -> SandboxResponse {
        content("text/html; charset=utf-8", Array(text.utf8), status: status, headers: headers)
    }

    /// An endless response, such as server-sent events: it ends with its chunks, when the client disconnects (which
    /// cancels the chunks' task) or when the server stops. The connection ends with it.
    public static func stream(_ contentType: String, _ chunks: AsyncStream<[UInt8]>) -> SandboxResponse {
        var response = content(contentType, [])
        response.stream = chunks
        return response
    }

    /// 204.
    public static let noContent = SandboxResponse(status: 204)
}
