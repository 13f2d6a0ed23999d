/// An endpoint.
public struct Route: Sendable {
    public enum Access: Sendable, Hashable {
        /// HTTP Basic with one of the sandbox's keys.
        case key
        /// Nobody is asked; where the path has a parameter, who knows it may use it, and the journal leaves it out.
        case open
    }

    public typealias Handler = @Sendable (SandboxRequest) async throws -> SandboxResponse

    let method: String
    /// As it was given, with a slash before it.
    let pattern: String
    let segments: [Segment]
    let access: Access
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
        pattern = "/\(path)"
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

/// All endpoints. Literal segments win over parameters by standing earlier.
public struct RouteTable: Sendable {
    private let routes: [Route]
    /// Paths under these prefixes are the same endpoints.
    private let prefixes: [[Substring]]

    /// - Parameter prefixes: such as `["payments/br"]`; the bare path is always served.
    public init(_ routes: [Route], prefixes: [String] = []) {
        self.routes = routes
        self.prefixes = prefixes.map { $0.split(separator: "/") }
    }

    /// The endpoint for a request.
    func route(method: String, path: String) throws(RoutingError) -> (route: Route, parameters: [String: String]) {
        var segments = path.split(separator: "/")
        if let prefix = prefixes.first(where: { segments.starts(with: $0) }) {
            segments.removeFirst(prefix.count)
        }
        var allowed: [String] = []
        for route in routes {
            guard let parameters = route.match(segments) else { continue }
            if route.method == method { return (route, parameters) }
            if !allowed.contains(route.method) { allowed.append(route.method) }
        }
        throw allowed.isEmpty ? .notFound : .methodNotAllowed(allowed)
    }
}

/// Why no endpoint takes a request.
enum RoutingError: Error {
    case notFound
    /// The path is there for these methods.
    case methodNotAllowed([String])
}
