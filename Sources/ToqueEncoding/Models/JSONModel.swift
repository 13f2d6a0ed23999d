/// A value with a JSON form.
public protocol JSONModel: Sendable {
    /// - Throws: `JSONMemberError` with the path of the member that is missing or of a wrong type.
    init(_ reader: JSONReader) throws(JSONMemberError)
    var json: JSON { get }
}

extension JSONModel {
    /// Reads the JSON form.
    public init(json: JSON) throws(JSONMemberError) { try self.init(JSONReader(json)) }
}

/// The body of a request, which a server reads with all of its errors.
public protocol RequestModel: JSONModel {
    /// - Throws: every member that is missing, of a wrong type or out of its bounds.
    init(validating reader: JSONReader) throws(InvalidMembers)
}

/// What is wrong with a request's body, all of it at once.
public struct InvalidMembers: Error, Sendable, Hashable, CustomStringConvertible {
    /// One or more, in the order in which the members are read.
    public let errors: [JSONMemberError]

    init(_ errors: [JSONMemberError]) { self.errors = errors }

    public var description: String { errors.map(\.description).joined(separator: "; ") }
}
