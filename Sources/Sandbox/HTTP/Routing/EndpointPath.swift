/// A path or an endpoint's pattern without what makes no difference: slashes at its ends, the prefix, the names of
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
        segments = parts.map { $0.first == "{" ? "{}" : String($0) }
    }
}
