/// Selects requests; nil members match all.
public struct JournalFilter: Sendable, Hashable {
    private let method: String?
    private let path: EndpointPath?
    private let prefixes: [String]
    private let status: Int?

    /// - Parameters:
    ///   - method: in any case.
    ///   - path: a path such as `/things/7/`, or an endpoint's pattern such as `/things/{id}/` with any parameter
    ///     names. Leading and trailing slashes and the prefixes are ignored.
    ///   - prefixes: alternative prefixes of the endpoints' paths.
    public init(method: String? = nil, path: String? = nil, status: Int? = nil, prefixes: [String] = []) {
        self.method = method?.uppercased()
        self.path = path.map { EndpointPath($0, prefixes: prefixes) }
        self.prefixes = prefixes
        self.status = status
    }

    /// True if requests with this status may match.
    func admits(status: Int) -> Bool { self.status.map { $0 == status } ?? true }

    func matches(_ entry: JournalEntry) -> Bool {
        guard admits(status: entry.status) else { return false }
        if let method, method != entry.method { return false }
        guard let path else { return true }
        // A pattern matches the requests that its endpoint took, not others with a similar path.
        guard path.isPattern else { return path == EndpointPath(entry.path, prefixes: prefixes) }
        return entry.pattern.map { path == EndpointPath($0, prefixes: []) } ?? false
    }
}
