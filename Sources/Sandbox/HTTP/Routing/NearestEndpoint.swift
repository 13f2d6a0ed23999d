import ToqueEncoding

/// Suggests the endpoint that a client may have meant by an unknown path.
enum NearestEndpoint {
    /// Longer paths and segments are truncated, to bound the work for any input.
    private static let maximumSegments = 8
    private static let maximumSegment = 32

    /// - Returns: the first endpoint with the nearest path, preferably with the same method; nil if there are no
    ///   endpoints.
    static func find(method: String, path: some Sequence<Substring>, among routes: [Route]) -> Route? {
        let path = path.prefix(maximumSegments).map { Array($0.utf8.prefix(maximumSegment)) }
        let candidates = routes.map { route in
            (route: route, distance: distance(path, route.segments), isOther: route.method != method)
        }
        return candidates.min { ($0.distance, $0.isOther ? 1 : 0) < ($1.distance, $1.isOther ? 1 : 0) }?.route
    }

    /// The edit distance over segments; substituting a segment costs as much as its letters differ.
    private static func distance(_ path: [[UInt8]], _ segments: [Route.Segment]) -> Double {
        EditDistance.between(path, segments) { part, segment in
            switch segment {
            // Costs more than a matching literal, less than a wrong one.
            case .parameter: 0.3
            case .literal(let text):
                relativeDistance(part, Array(text.utf8.prefix(maximumSegment)))
            }
        }
    }

    /// 0 for the same letters, 1 for entirely different ones.
    private static func relativeDistance(_ left: [UInt8], _ right: [UInt8]) -> Double {
        EditDistance.between(left, right) / Double(max(left.count, right.count, 1))
    }
}
