/// All endpoints. Literal segments win over parameters by standing earlier.
public struct RouteTable: Sendable {
    private let routes: [Route]
    /// Whose parameters are secrets.
    private let openRoutes: [Route]
    /// Paths under these prefixes are the same endpoints.
    private let prefixes: [[Substring]]

    /// - Parameter prefixes: such as `["payments/br"]`; the bare path is always served.
    public init(_ routes: [Route], prefixes: [String] = []) {
        self.routes = routes
        openRoutes = routes.filter { $0.access == .open && $0.hasParameters }
        self.prefixes = prefixes.map(Self.segments)
    }

    /// The endpoint that a request may have meant for which there is none.
    func nearest(method: String, path: String) -> Route? {
        NearestEndpoint.find(method: method, path: withoutPrefix(path), among: routes)
    }

    /// A path that ends as an open endpoint's does, with the names of the endpoint's parameters in place of their
    /// values, which are secrets; nil for any other path. What stands before it, such as a proxy's prefix, is kept.
    func openPattern(_ path: String) -> String? {
        let segments = Self.segments(path)
        for route in openRoutes where route.fits(segments.suffix(route.segments.count)) {
            return "/" + (segments.dropLast(route.segments.count) + [route.pattern.dropFirst()]).joined(separator: "/")
        }
        return nil
    }

    private static func segments(_ path: String) -> [Substring] {
        path.utf8.split(separator: UInt8(ascii: "/")).map(Substring.init)
    }

    private func withoutPrefix(_ path: String) -> [Substring] {
        var segments = Self.segments(path)
        if let prefix = prefixes.first(where: { segments.starts(with: $0) }) { segments.removeFirst(prefix.count) }
        return segments
    }

    /// The endpoint for a request.
    func route(method: String, path: String) throws(RoutingError) -> (route: Route, parameters: [String: String]) {
        let segments = withoutPrefix(path)
        // The first path that fits is the one that is meant, whatever its methods: a literal part is no parameter of
        // another path.
        guard let path = routes.first(where: { $0.fits(segments) }) else { throw .notFound }
        guard let route = routes.first(where: { $0.method == method && $0.segments == path.segments }) else {
            throw .methodNotAllowed(routes.filter { $0.segments == path.segments })
        }
        return (route, route.parameters(of: segments))
    }
}
