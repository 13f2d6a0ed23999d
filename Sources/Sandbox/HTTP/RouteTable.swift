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
        var allowed: [Route] = []
        for route in routes {
            guard let parameters = route.match(segments) else { continue }
            if route.method == method { return (route, parameters) }
            if !allowed.contains(where: { $0.method == route.method }) { allowed.append(route) }
        }
        throw allowed.isEmpty ? .notFound : .methodNotAllowed(allowed)
    }
}
