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

    /// The endpoint that a request may have meant for which there is none.
    func nearest(method: String, path: String) -> Route? {
        NearestEndpoint.find(method: method, path: withoutPrefix(path), among: routes)
    }

    /// A path that ends as an open endpoint's does, with the names of the endpoint's parameters in place of their
    /// values, which are secrets; nil for any other path. What stands before it, such as a proxy's prefix, is kept.
    func openPattern(_ path: String) -> String? {
        let segments = path.split(separator: "/")
        for route in routes where route.access == .open && route.hasParameters {
            guard route.match(segments.suffix(route.segments.count)) != nil else { continue }
            return "/" + (segments.dropLast(route.segments.count) + [route.pattern.dropFirst()]).joined(separator: "/")
        }
        return nil
    }

    private func withoutPrefix(_ path: String) -> [Substring] {
        var segments = path.split(separator: "/")
        if let prefix = prefixes.first(where: { segments.starts(with: $0) }) { segments.removeFirst(prefix.count) }
        return segments
    }

    /// The endpoint for a request.
    func route(method: String, path: String) throws(RoutingError) -> (route: Route, parameters: [String: String]) {
        let segments = withoutPrefix(path)
        // The first path that fits is the one that is meant, whatever its methods: a literal part is no parameter of
        // another path.
        guard let path = routes.first(where: { $0.match(segments) != nil }) else { throw .notFound }
        let resource = routes.filter { $0.segments == path.segments }
        guard let route = resource.first(where: { $0.method == method }), let parameters = route.match(segments) else {
            throw .methodNotAllowed(resource)
        }
        return (route, parameters)
    }
}
