import ToqueEncoding

/// An answer.
public struct SandboxResponse: Sendable {
    public var status: Int
    public var headers: [(name: String, value: String)]
    public var body: [UInt8]

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
