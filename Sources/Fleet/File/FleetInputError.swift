import ToqueEncoding

/// What is wrong with a journey file or a request: where, what, and for an unknown name the known ones.
public struct FleetInputError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The member's path, such as `routes.session.path`; empty for the whole.
    public let path: String
    public let problem: String
    /// The unknown name, if that is the problem.
    public let unknown: String?
    /// The names that are known there.
    public let known: [String]

    init(_ path: String, _ problem: String, unknown: String? = nil, known: [String] = []) {
        self.path = path
        self.problem = problem
        self.unknown = unknown
        self.known = known
    }

    init(_ error: JSONMemberError) { self.init(error.path, "found \(error.found), expected \(error.expected)") }

    public var description: String { path.isEmpty ? problem : "\(path): \(problem)" }
}
