/// A value with a JSON form.
public protocol JSONModel: Sendable {
    /// - Throws: `JSONMemberError` with the path of the member that is missing or has a wrong type.
    init(_ reader: JSONReader) throws(JSONMemberError)
    var json: JSON { get }
}

extension JSONModel {
    /// Reads the JSON form.
    public init(json: JSON) throws(JSONMemberError) { try self.init(JSONReader(json)) }
}

/// The body of a request. A server reads it and collects all of its errors.
public protocol RequestModel: JSONModel {
    /// - Throws: every member that is missing, has a wrong type or is out of bounds.
    init(validating reader: JSONReader) throws(InvalidMembers)
}

/// All faults of a request's body.
public struct InvalidMembers: Error, Sendable, Hashable, CustomStringConvertible {
    /// At least one fault, in the order in which the members are read.
    public let errors: [JSONMemberError]

    init(_ errors: [JSONMemberError]) { self.errors = errors }

    public var description: String { errors.map(\.description).joined(separator: "; ") }
}
