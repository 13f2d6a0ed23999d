import Glibc

/// Selects requests; nil members match all.
public struct JournalFilter: Sendable, Hashable {
    private let method: String?
    private let path: EndpointPath?
    private let prefixes: [String]
    private let status: ClosedRange<Int>?
    private let object: [UInt8]?
    private let text: [UInt8]?

    /// - Parameters:
    ///   - method: in any case.
    ///   - path: a path such as `/things/7/`, or an endpoint's pattern such as `/things/{id}/` with any parameter
    ///     names. Leading and trailing slashes and the prefixes are ignored.
    ///   - prefixes: alternative prefixes of the endpoints' paths.
    public init(method: String? = nil, path: String? = nil, status: Int? = nil, prefixes: [String] = []) {
        self.init(method: method, path: path, statuses: status.map { $0...$0 }, prefixes: prefixes)
    }

    /// - Parameters:
    ///   - object: an object's id, in the path or in a kept body.
    ///   - text: any part of the path, the query, the error's code or a kept body.
    package init(
        method: String? = nil, path: String? = nil, statuses: ClosedRange<Int>?, object: String? = nil,
        text: String? = nil, prefixes: [String] = []
    ) {
        self.method = method?.uppercased()
        self.path = path.map { EndpointPath($0, prefixes: prefixes) }
        self.prefixes = prefixes
        status = statuses
        self.object = object.map { Array($0.utf8) }
        self.text = text.map { Array($0.utf8) }
    }

    /// True if requests with this status may match.
    func admits(status: Int) -> Bool { self.status?.contains(status) ?? true }

    package func matches(_ entry: JournalEntry) -> Bool {
        guard admits(status: entry.status) else { return false }
        if let method, method != entry.method { return false }
        if let path, !isMatch(path, entry) { return false }
        if let object, !entry.contains(object) { return false }
        guard let text else { return true }
        return entry.contains(text) || entry.errorCode.map { Array($0.utf8).contains(text) } ?? false
    }

    private func isMatch(_ path: EndpointPath, _ entry: JournalEntry) -> Bool {
        // A pattern matches the requests that its endpoint took, not others with a similar path.
        guard path.isPattern else { return path == EndpointPath(entry.path, prefixes: prefixes) }
        return entry.pattern.map { path == EndpointPath($0, prefixes: []) } ?? false
    }
}

extension JournalEntry {
    fileprivate func contains(_ part: [UInt8]) -> Bool {
        Array(path.utf8).contains(part) || Array(query.utf8).contains(part) || request.body.contains(part)
            || answer.body.contains(part)
    }
}

extension [UInt8] {
    /// By the C library's search for a byte, because this goes through all kept bodies.
    fileprivate func contains(_ part: [UInt8]) -> Bool {
        guard let first = part.first else { return true }
        return withUnsafeBytes { all in
            guard let base = all.baseAddress else { return false }
            var start = 0
            while start + part.count <= all.count,
                let found = memchr(base + start, Int32(first), all.count - part.count + 1 - start)
            {
                let index = base.distance(to: UnsafeRawPointer(found))
                if memcmp(base + index, part, part.count) == 0 { return true }
                start = index + 1
            }
            return false
        }
    }
}
