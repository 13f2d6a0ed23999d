/// An endpoint.
public struct Route: Sendable, CustomStringConvertible {
    public enum Access: Sendable, Hashable {
        /// HTTP Basic with one of the sandbox's keys.
        case key
        /// As `key`, or a bearer token that the provider gave out.
        case keyOrToken
        /// Nobody is asked; where the path has a parameter, who knows it may use it, and the journal leaves it out.
        case open
    }

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
    let handler: Handler
    let secrets: MessageSecrets

    enum Segment: Sendable, Hashable {
        case literal(String)
        case parameter(String)
    }

    /// - Parameters:
    ///   - path: such as `enrollments/{id}/confirm`; slashes at its ends make no difference, neither here nor in a
    ///     request.
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

    /// Whether a path is one of this endpoint.
    func fits(_ path: some Collection<Substring>) -> Bool {
        path.count == segments.count
            && zip(segments, path).allSatisfy { segment, part in
                if case .literal(let text) = segment { text == part } else { true }
            }
    }

    /// The parameters of a path that fits.
    func parameters(of path: [Substring]) -> [String: String] {
        var parameters: [String: String] = [:]
        for case (.parameter(let name), let part) in zip(segments, path) { parameters[name] = String(part) }
        return parameters
    }
}
