import ToqueEncoding

/// An endpoint.
public struct Route: Sendable, CustomStringConvertible {
    /// Who may use an endpoint.
    public enum Access: Sendable {
        /// HTTP Basic with one of the sandbox's keys.
        case key
        /// As `key`, or a bearer token that the provider gave out.
        case keyOrToken
        /// Nobody is asked; where the path has a parameter, who knows it may use it, and the journal leaves it out.
        case open
        /// Whom the provider finds out by the body or by headers.
        /// - Parameter schemes: the combinations of headers of which one will do, for the OpenAPI document.
        case provider(schemes: [[SecurityScheme]] = [], Authentication)

        /// Whether nobody is asked.
        public var isOpen: Bool { if case .open = self { true } else { false } }
    }

    /// Finds out whose request it is, once its body is there. Secrets are compared in constant time, as
    /// `SandboxRequest.takes` does.
    /// - Returns: id of the API key.
    /// - Throws: `SandboxError` in the form of the provider's errors, with no challenge of the engine's; or a
    ///   `ProviderRefusal`.
    public typealias Authentication = @Sendable (SandboxRequest) async throws -> String

    public typealias Handler = @Sendable (SandboxRequest) async throws -> SandboxResponse

    public let method: String
    /// As it was given, such as `enrollments/{id}/confirm`.
    public let path: String
    /// The path with a slash before it.
    var pattern: String { "/\(path)" }
    let segments: [Segment]
    public let access: Access
    /// Bytes of a request's body; nil for those of `ServerLimits`.
    let bodyLimit: Int?
    private let handler: Handler
    let secrets: MessageSecrets
    /// Served to everybody in whatever state the server is: what watches over it needs it then.
    var isVital = false

    enum Segment: Sendable, Hashable {
        case literal(String)
        case parameter(String)
    }

    /// - Parameters:
    ///   - path: such as `enrollments/{id}/confirm`; slashes at its ends make no difference, neither here nor in a
    ///     request. The values of its parameters are percent-decoded.
    ///   - secrets: names of members, parameters and headers that are secret at this endpoint, besides
    ///     `SecretNames.common`: the journal does not keep their values.
    ///   - bodyLimit: bytes of a request's body; nil for those of `ServerLimits`.
    public init(
        _ method: String, _ path: String, access: Access = .key, secrets: [String] = [], bodyLimit: Int? = nil,
        handler: @escaping Handler
    ) {
        self.method = method
        self.path = path
        self.access = access
        self.bodyLimit = bodyLimit
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

    /// Whether a path, as it came, is one of this endpoint.
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

    /// The parameters of a decoded path that fits.
    func parameters(of path: some Sequence<Substring>) -> [String: String] {
        var parameters: [String: String] = [:]
        for case (.parameter(let name), let part) in zip(segments, path) { parameters[name] = String(part) }
        return parameters
    }

    /// Asks the provider whose request it is, where the endpoint's access is the provider's, and answers it.
    func answer(_ request: SandboxRequest) async throws -> SandboxResponse {
        guard case .provider(_, let authenticate) = access else { return try await handler(request) }
        let tenant = try await authenticate(request)
        guard request.engine.store.keys.contains(tenant) else {
            throw SandboxError(
                status: 401, code: "authentication_failed", message: "The request is of no API key that is taken.")
        }
        // Everybody knows the default key, and can sign with it.
        let defaultKey = request.engine.provider.defaultKey
        if tenant == defaultKey.id { _ = try request.takes(defaultKey) }
        return try await handler(request.entering(tenant))
    }
}
