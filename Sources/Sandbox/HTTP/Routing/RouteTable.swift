import ToqueEncoding

/// The reason why no endpoint matches a request.
enum RoutingError: Error {
    case notFound
    /// The path exists with other methods, those of these endpoints.
    case methodNotAllowed([Route])
    /// The path's percent-encoding is malformed or not UTF-8.
    case malformedPath
}

/// All endpoints, as a tree of the segments of their paths. A literal segment wins over a parameter. Segments are
/// compared decoded (RFC 3986 section 6.2.2.2), and an encoded slash stays inside its segment.
public struct RouteTable: Sendable {
    private struct Node {
        var literals: [Substring: Int] = [:]
        var parameter: Int?
        /// The endpoints whose path ends here, in order.
        var routes: [Route] = []
    }

    /// The first node is the root; the others are referenced by index.
    private var nodes = [Node()]
    private let routes: [Route]
    /// Endpoints with secret parameters.
    private let openRoutes: [Route]
    /// Alternative path prefixes of the same endpoints.
    private let prefixes: [[Substring]]

    /// - Parameter prefixes: such as `["payments/br"]`; paths without them are always served.
    public init(_ routes: [Route], prefixes: [String] = []) {
        self.routes = routes
        openRoutes = routes.filter { $0.access.isOpen && $0.hasParameters }
        self.prefixes = prefixes.map(Self.segments)
        for route in routes {
            var index = 0
            for segment in route.segments { index = child(of: index, segment) }
            nodes[index].routes.append(route)
        }
    }

    /// Returns the node for a segment, created if missing.
    private mutating func child(of index: Int, _ segment: Route.Segment) -> Int {
        let new = nodes.count
        let child: Int
        switch segment {
        case .literal(let text):
            child = nodes[index].literals[text[...]] ?? new
            nodes[index].literals[text[...]] = child
        case .parameter:
            child = nodes[index].parameter ?? new
            nodes[index].parameter = child
        }
        if child == new { nodes.append(Node()) }
        return child
    }

    /// Returns the endpoint for a request.
    func route(method: String, path: String) throws(RoutingError) -> (route: Route, parameters: [String: String]) {
        let segments = try path.utf8.split(separator: UInt8(ascii: "/")).map { (part) throws(RoutingError) in
            guard let segment = FormURLEncoding.decodeSegment(Substring(part)) else { throw .malformedPath }
            return segment
        }
        let path = withoutPrefix(segments)
        let routes = routes(at: path)
        guard !routes.isEmpty else { throw .notFound }
        // A literal path wins, whatever its methods: it is not a parameter of another path.
        guard let route = routes.first(where: { $0.method == method }) else { throw .methodNotAllowed(routes) }
        return (route, route.parameters(of: path))
    }

    private func routes(at path: ArraySlice<Substring>, from index: Int = 0) -> [Route] {
        guard let segment = path.first else { return nodes[index].routes }
        if let next = nodes[index].literals[segment] {
            let found = routes(at: path.dropFirst(), from: next)
            if !found.isEmpty { return found }
        }
        return nodes[index].parameter.map { routes(at: path.dropFirst(), from: $0) } ?? []
    }

    /// Suggests an endpoint for an unknown path.
    func nearest(method: String, path: String) -> Route? {
        NearestEndpoint.find(method: method, path: withoutPrefix(Self.segments(path)), among: routes)
    }

    /// A path that ends like an open endpoint's, with the names of the endpoint's parameters in place of their secret
    /// values; nil for any other path. Preceding segments, such as a proxy's prefix, are kept.
    func openPattern(_ path: String) -> String? {
        let segments = Self.segments(path)
        // `/v2/payment/status` is an endpoint of its own besides `payment/{handle}`.
        let known = routes(at: withoutPrefix(segments))
        guard known.isEmpty || known.contains(where: { $0.access.isOpen && $0.hasParameters }) else { return nil }
        for route in openRoutes where route.fits(segments.suffix(route.segments.count)) {
            return "/" + (segments.dropLast(route.segments.count) + [route.pattern.dropFirst()]).joined(separator: "/")
        }
        return nil
    }

    /// Without decoding.
    private static func segments(_ path: String) -> [Substring] {
        path.utf8.split(separator: UInt8(ascii: "/")).map(Substring.init)
    }

    private func withoutPrefix(_ segments: [Substring]) -> ArraySlice<Substring> {
        segments.dropFirst(prefixes.first { segments.starts(with: $0) }?.count ?? 0)
    }
}

/// A normalized path or endpoint pattern: without slashes at its ends, the prefix, percent-encoding, and the names of
/// parameters.
struct EndpointPath: Sendable, Hashable {
    let segments: [String]
    let isPattern: Bool

    init(_ path: String, prefixes: [String]) {
        var parts = path.split(separator: "/")
        if let prefix = prefixes.map({ $0.split(separator: "/") }).first(where: { parts.starts(with: $0) }) {
            parts.removeFirst(prefix.count)
        }
        isPattern = parts.contains { $0.first == "{" }
        segments = parts.map { $0.first == "{" ? "{}" : String(FormURLEncoding.decodeSegment($0) ?? $0) }
    }
}
