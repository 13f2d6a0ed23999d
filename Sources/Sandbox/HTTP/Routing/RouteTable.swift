import ToqueEncoding

/// Why no endpoint takes a request.
enum RoutingError: Error {
    case notFound
    /// The path is there, for the methods of these endpoints.
    case methodNotAllowed([Route])
    /// The path's percent-encoding is malformed, or stands for no text.
    case malformedPath
}

/// All endpoints, as a tree of the segments of their paths. A literal segment wins over a parameter. Segments are
/// compared decoded (RFC 3986 section 6.2.2.2), and an encoded slash stays inside its segment.
public struct RouteTable: Sendable {
    private struct Node {
        var literals: [Substring: Int] = [:]
        var parameter: Int?
        /// Of the path that ends here, in their order.
        var routes: [Route] = []
    }

    /// The first one is the root; the others are named by their index.
    private var nodes = [Node()]
    private let routes: [Route]
    /// Whose parameters are secrets.
    private let openRoutes: [Route]
    /// Paths under these prefixes are the same endpoints.
    private let prefixes: [[Substring]]

    /// - Parameter prefixes: such as `["payments/br"]`; the bare path is always served.
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

    /// The node behind a segment, made where there is none.
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

    /// The endpoint for a request.
    func route(method: String, path: String) throws(RoutingError) -> (route: Route, parameters: [String: String]) {
        let segments = try path.utf8.split(separator: UInt8(ascii: "/")).map { (part) throws(RoutingError) in
            guard let segment = FormURLEncoding.decodeSegment(Substring(part)) else { throw .malformedPath }
            return segment
        }
        let path = withoutPrefix(segments)
        let routes = routes(at: path)
        guard !routes.isEmpty else { throw .notFound }
        // The path is the one that is meant, whatever its methods: a literal part is no parameter of another path.
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

    /// The endpoint that a request may have meant for which there is none.
    func nearest(method: String, path: String) -> Route? {
        NearestEndpoint.find(method: method, path: withoutPrefix(Self.segments(path)), among: routes)
    }

    /// A path that ends as an open endpoint's does, with the names of the endpoint's parameters in place of their
    /// values, which are secrets; nil for any other path. What stands before it, such as a proxy's prefix, is kept.
    func openPattern(_ path: String) -> String? {
        let segments = Self.segments(path)
        // `/v2/payment/status` is an endpoint of its own beside `payment/{handle}`.
        let known = routes(at: withoutPrefix(segments))
        guard known.isEmpty || known.contains(where: { $0.access.isOpen && $0.hasParameters }) else { return nil }
        for route in openRoutes where route.fits(segments.suffix(route.segments.count)) {
            return "/" + (segments.dropLast(route.segments.count) + [route.pattern.dropFirst()]).joined(separator: "/")
        }
        return nil
    }

    /// As they stand in the path.
    private static func segments(_ path: String) -> [Substring] {
        path.utf8.split(separator: UInt8(ascii: "/")).map(Substring.init)
    }

    private func withoutPrefix(_ segments: [Substring]) -> ArraySlice<Substring> {
        segments.dropFirst(prefixes.first { segments.starts(with: $0) }?.count ?? 0)
    }
}

/// A path or an endpoint's pattern without what makes no difference: slashes at its ends, the prefix, percent-encoding,
/// the names of parameters.
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
