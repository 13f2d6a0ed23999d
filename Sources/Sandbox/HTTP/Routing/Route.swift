import ToqueEncoding

/// An endpoint.
public struct Route: Sendable, CustomStringConvertible {
    /// The access control of an endpoint.
    public enum Access: Sendable {
        /// HTTP Basic with one of the sandbox's keys.
        case key
        /// Like `key`, or a bearer token issued by the provider.
        case keyOrToken
        /// No authentication. A path parameter acts as the credential, and the journal omits it.
        case open
        /// The provider authenticates by the body or by headers.
        /// - Parameter schemes: the alternative combinations of headers, for the OpenAPI document.
        case provider(schemes: [[SecurityScheme]] = [], Authentication)

        /// True without authentication.
        public var isOpen: Bool { if case .open = self { true } else { false } }
    }

    /// Identifies the request's tenant, once its body is there. Secrets are compared in constant time, as by
    /// `SandboxRequest.takes`.
    /// - Returns: id of the API key.
    /// - Throws: `SandboxError` in the form of the provider's errors, without the engine's challenge; or a
    ///   `ProviderRefusal`.
    public typealias Authentication = @Sendable (SandboxRequest) async throws -> String

    public typealias Handler = @Sendable (SandboxRequest) async throws -> SandboxResponse

    public let method: String
    /// As declared, such as `enrollments/{id}/confirm`.
    public let path: String
    /// The path with a leading slash.
    var pattern: String { "/\(path)" }
    let segments: [Segment]
    public let access: Access
    /// Maximum size of a request's body; nil for the limit in `ServerLimits`.
    let bodyLimit: Int?
    private let handler: Handler
    let secrets: MessageSecrets
    /// A page for people, or the target of a page's form: its refusals are pages too, except for programs.
    let isPage: Bool
    /// Served to everybody in every state of the server, for monitoring.
    var isVital = false

    enum Segment: Sendable, Hashable {
        case literal(String)
        case parameter(String)
    }

    /// - Parameters:
    ///   - path: such as `enrollments/{id}/confirm`. Leading and trailing slashes are ignored, here and in requests.
    ///     The values of its parameters are percent-decoded.
    ///   - secrets: names of members, parameters and headers that are secret at this endpoint, besides
    ///     `SecretNames.common`: the journal masks their values.
    ///   - bodyLimit: maximum size of a request's body; nil for the limit in `ServerLimits`.
    ///   - isPage: true for a page for people, or the target of a page's form: its refusals are pages too, except for
    ///     programs.
    public init(
        _ method: String, _ path: String, access: Access = .key, secrets: [String] = [], bodyLimit: Int? = nil,
        isPage: Bool = false, handler: @escaping Handler
    ) {
        self.method = method
        self.path = path
        self.access = access
        self.bodyLimit = bodyLimit
        self.isPage = isPage
        self.handler = handler
        self.secrets = MessageSecrets(besides: secrets)
        segments = path.split(separator: "/").map { part in
            part.first == "{" ? .parameter(String(part.dropFirst().dropLast())) : .literal(String(part))
        }
    }

    var hasParameters: Bool {
        segments.contains { if case .parameter = $0 { true } else { false } }
    }

    /// The method with the pattern, such as `POST /things/{id}/`.
    public var description: String {
        let parts = segments.map { segment in
            switch segment {
            case .literal(let text): text
            case .parameter(let name): "{\(name)}"
            }
        }
        return "\(method) /\(parts.map { $0 + "/" }.joined())"
    }

    /// True if a path, as received, matches this endpoint.
    func fits(_ path: some Collection<Substring>) -> Bool {
        path.count == segments.count
            && zip(segments, path).allSatisfy { segment, part in
                if case .literal(let text) = segment {
                    text == FormURLEncoding.decodeSegment(part) ?? part
                } else {
                    true
                }
            }
    }

    /// Returns the parameters of a matching decoded path.
    func parameters(of path: some Sequence<Substring>) -> [String: String] {
        var parameters: [String: String] = [:]
        for case (.parameter(let name), let part) in zip(segments, path) { parameters[name] = String(part) }
        return parameters
    }

    /// Identifies the tenant, if that is up to the provider, and runs the handler.
    func answer(_ request: SandboxRequest) async throws -> SandboxResponse {
        guard case .provider(_, let authenticate) = access else { return try await handler(request) }
        let tenant = try await authenticate(request)
        guard try await request.engine.store.hasKey(tenant) else {
            throw SandboxError(
                status: 401, code: "authentication_failed",
                message: "The sandbox does not have the API key of this request.")
        }
        // The default key is public, so anybody can sign with it.
        let defaultKey = request.engine.provider.defaultKey
        if tenant == defaultKey.id { _ = try await request.takes(defaultKey) }
        return try await handler(request.entering(tenant))
    }
}
