/// An endpoint.
public struct Route: Sendable {
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
    let handler: Handler

    enum Segment: Sendable, Hashable {
        case literal(String)
        case parameter(String)
    }

    /// - Parameters:
    ///   - path: such as `enrollments/{id}/confirm`; slashes at its ends make no difference, neither here nor in a
    ///     request.
    public init(_ method: String, _ path: String, access: Access = .key, handler: @escaping Handler) {
        self.method = method
        self.path = path
        self.access = access
        self.handler = handler
        segments = path.split(separator: "/").map { part in
            part.first == "{" ? .parameter(String(part.dropFirst().dropLast())) : .literal(String(part))
        }
    }

    /// The parameters where the path fits.
    func match(_ path: [Substring]) -> [String: String]? {
        guard path.count == segments.count else { return nil }
        var parameters: [String: String] = [:]
        for (segment, part) in zip(segments, path) {
            switch segment {
            case .literal(let text): guard text == part else { return nil }
            case .parameter(let name): parameters[name] = String(part)
            }
        }
        return parameters
    }
}
