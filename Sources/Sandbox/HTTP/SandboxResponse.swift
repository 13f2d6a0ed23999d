import ToqueEncoding

/// An answer.
public struct SandboxResponse: Sendable {
    public var status: Int
    public var headers: [(name: String, value: String)]
    public var body: [UInt8]
    /// What goes wrong with this answer on its way.
    public var faults: [Fault] = []
    /// Ids of assumed behaviours that it follows, for the header `X-Toque-Assumed`.
    public var assumptions: [String] = []

    public init(status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    public static func json(_ json: JSON, status: Int = 200) -> SandboxResponse {
        SandboxResponse(
            status: status, headers: [("Content-Type", "application/json"), ("Cache-Control", "no-store")],
            body: json.utf8)
    }

    /// 204.
    public static let noContent = SandboxResponse(status: 204)
}
