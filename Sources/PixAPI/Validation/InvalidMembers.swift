import ToqueEncoding

/// What is wrong with a request's body, all of it at once.
public struct InvalidMembers: Error, Sendable, Hashable, CustomStringConvertible {
    /// One or more, in the order in which the members are read.
    public let errors: [JSONMemberError]

    init(_ errors: [JSONMemberError]) { self.errors = errors }

    public var description: String { errors.map(\.description).joined(separator: "; ") }
}
