import ToqueEncoding

/// A refusal with a response of its own, for providers whose errors differ from `SandboxProvider.errorBody` and the
/// engine's headers.
public struct ProviderRefusal: Error, Sendable {
    /// A stable error code for the journal.
    public let code: String
    public let response: SandboxResponse

    public init(code: String, response: SandboxResponse) {
        self.code = code
        self.response = response
    }
}

/// A refused request. The provider converts it to its wire form.
public struct SandboxError: Error, Sendable, Hashable {
    /// HTTP status: 400 to 499, or 503.
    public let status: Int
    /// A stable error code.
    public let code: String
    /// The problem and its solution, without secrets.
    public let message: String
    /// Path of the invalid member.
    public let field: String?
    /// Id of the assumed behavior behind this refusal.
    public var assumption: String?
    /// Further problems of the same request.
    public var others: [SandboxError] = []
    /// True if the request contains data that must not be kept: the journal records only its endpoint.
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

    /// An event that the object's state does not allow.
    public static func invalidStatus(_ message: String, field: String? = nil) -> SandboxError {
        SandboxError(status: 400, code: "invalid_status", message: message, field: field)
    }

    public static func notFound(_ message: String, field: String? = nil) -> SandboxError {
        SandboxError(status: 404, code: "not_found", message: message, field: field)
    }

    static func unsupportedMediaType(_ message: String) -> SandboxError {
        SandboxError(status: 415, code: "unsupported_media_type", message: message, field: "Content-Type")
    }

    /// - Parameter types: the accepted ones.
    static func unsupportedMediaType(expecting types: [String]) -> SandboxError {
        .unsupportedMediaType("Expected a body of the type \(types.joined(separator: " or ")).")
    }

    init(_ error: JSONSyntaxError) {
        self.init(status: 400, code: "invalid_json", message: "The body is not JSON: \(error)")
    }

    /// 400: `required` for an absent or null member, otherwise `invalid`.
    public init(_ error: JSONMemberError) {
        self.init(
            status: 400, code: error.isMissing ? "required" : "invalid",
            message: "Found \(error.found), expected \(error.expected).",
            field: error.path.isEmpty ? nil : error.path)
    }
}

extension JSONMemberError {
    /// True for an absent or null value.
    var isMissing: Bool { found == "nothing" || found == "null" }
}

extension SandboxError {
    /// The refusal for any error of a request.
    /// - Parameter onFault: called if the fault is not the client's: a full disk, a damaged database.
    init(refusing error: any Error, onFault: () -> Void) {
        switch error {
        case let error as SandboxError: self = error
        // It brings its own response.
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
                message: "The sandbox failed to serve this request; see its log for the reason.")
        }
    }

    /// The code of refusals while too many bytes of responses are unread.
    static let overloadedCode = "overloaded"

    /// True if the connection must end: the body was not read to its end, or the client should come back later.
    var endsConnection: Bool { status == 408 || status == 413 || code == Self.overloadedCode }
}

extension [Route] {
    /// The methods as in the `Allow` header.
    var methods: String { map(\.method).joined(separator: ", ") }
}
