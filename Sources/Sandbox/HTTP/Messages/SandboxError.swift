import ToqueEncoding

/// A refused request with an answer of its own, where `SandboxProvider.errorBody` and the engine's headers are not what
/// the provider answers.
public struct ProviderRefusal: Error, Sendable {
    /// A stable word for the journal.
    public let code: String
    public let response: SandboxResponse

    public init(code: String, response: SandboxResponse) {
        self.code = code
        self.response = response
    }
}

/// A refused request. The provider gives it its wire form.
public struct SandboxError: Error, Sendable, Hashable {
    /// HTTP status, 400 to 499 or 503.
    public let status: Int
    /// A stable word.
    public let code: String
    /// What is wrong and how to fix it, without secrets.
    public let message: String
    /// Path of the member at fault.
    public let field: String?
    /// Id of the assumed behavior that this refusal follows.
    public var assumption: String?
    /// What else is wrong with the same request.
    public var others: [SandboxError] = []
    /// Whether the request has in it what must not be kept: the journal tells nothing but its endpoint.
    public var concealsRequest = false

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

    public static func notFound(_ message: String, field: String? = nil) -> SandboxError {
        SandboxError(status: 404, code: "not_found", message: message, field: field)
    }

    static func unsupportedMediaType(_ message: String) -> SandboxError {
        SandboxError(status: 415, code: "unsupported_media_type", message: message, field: "Content-Type")
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

extension SandboxError {
    /// The refusal for whatever a request ended with.
    /// - Parameter onFault: called where it is no fault of the client's: a full disk, a damaged database.
    init(refusing error: any Error, onFault: () -> Void) {
        switch error {
        case let error as SandboxError: self = error
        // Its answer is its own.
        case let refusal as ProviderRefusal:
            self.init(status: refusal.response.status, code: refusal.code, message: "")
        case RoutingError.notFound: self = .notFound("There is no such endpoint.")
        case RoutingError.malformedPath:
            self.init(
                status: 400, code: "invalid", message: "The path is not percent-encoded UTF-8 (RFC 3986 section 2.1).")
        case RoutingError.methodNotAllowed(let routes):
            self.init(
                status: 405, code: "method_not_allowed", message: "This endpoint takes \(routes.methods).")
        default:
            onFault()
            self.init(
                status: 503, code: "service_unavailable",
                message: "The sandbox cannot serve this request; its log says why.")
        }
    }

    /// Of a refusal while too many bytes wait for clients.
    static let overloadedCode = "overloaded"

    /// Nothing can follow on the connection, or nothing should: the body was not read to its end, or the client is to
    /// come back later.
    var endsConnection: Bool { status == 408 || status == 413 || code == Self.overloadedCode }
}

extension [Route] {
    /// Their methods as in the header `Allow`.
    var methods: String { map(\.method).joined(separator: ", ") }
}
