import ToqueEncoding

/// A refused request. The provider gives it its wire form.
public struct SandboxError: Error, Sendable, Hashable {
    /// HTTP status, 400 to 499 or 503.
    public let status: Int
    /// A stable word.
    public let code: String
    /// What is wrong and how to mend it, without secrets.
    public let message: String
    /// Path of the member at fault.
    public let field: String?
    /// Id of the assumed behavior that this refusal follows.
    public var assumption: String?
    /// What else is wrong with the same request.
    public var others: [SandboxError] = []

    public init(status: Int, code: String, message: String, field: String? = nil, assumption: String? = nil) {
        self.status = status
        self.code = code
        self.message = message
        self.field = field
        self.assumption = assumption
    }

    public static func invalid(_ field: String, _ message: String) -> SandboxError {
        SandboxError(status: 400, code: "invalid", message: message, field: field)
    }

    public static func required(_ field: String, _ message: String) -> SandboxError {
        SandboxError(status: 400, code: "required", message: message, field: field)
    }

    /// An event that is illegal in the object's state.
    public static func invalidStatus(_ message: String, field: String? = nil) -> SandboxError {
        SandboxError(status: 400, code: "invalid_status", message: message, field: field)
    }

    public static func notFound(_ message: String) -> SandboxError {
        SandboxError(status: 404, code: "not_found", message: message)
    }

    init(_ error: JSONSyntaxError) {
        self.init(status: 400, code: "invalid_json", message: "The body is no JSON: \(error)")
    }

    /// 400 `required` for a member that is absent or null, else `invalid`.
    public init(_ error: JSONMemberError) {
        let isMissing = error.found == "nothing" || error.found == "null"
        self.init(
            status: 400, code: isMissing ? "required" : "invalid",
            message: "Found \(error.found), expected \(error.expected).",
            field: error.path.isEmpty ? nil : error.path)
    }
}
