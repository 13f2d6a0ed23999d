/// A model whose JSON form is an object. Its members are listed once; reading, checks, writing and the schema follow:
///
///     mutating func members(_ coder: inout JSONCoder) {
///         coder.id("id", &id)
///         coder.required("amount", &amount)
///         coder.nullable("description", &description)
///         coder.optional("note", &note, upTo: 140, about: "For people")
///     }
package protocol JSONStructure: JSONModel, JSONValue {
    /// The value to start reading from, whose form the schema describes.
    static var blank: Self { get }
    /// True for a request's body and its parts.
    static var isRequest: Bool { get }

    /// Takes the coder through all known members, in the order in which faults are reported. Unknown members are
    /// ignored, for compatibility with newer servers and clients.
    mutating func members(_ coder: inout JSONCoder)
}

extension JSONStructure {
    package static var isRequest: Bool { false }
    package static var schema: JSONSchema { blank.described }

    /// The schema of objects in this value's form.
    package var described: JSONSchema { described(isRequest: Self.isRequest) }

    /// The schema as a part of a request or of a response.
    package func described(isRequest: Bool) -> JSONSchema {
        var (copy, coder) = (self, JSONCoder.describing(isRequest: isRequest))
        copy.members(&coder)
        return coder.schema
    }

    /// Reads the JSON form.
    public init(_ reader: JSONReader) throws(JSONMemberError) {
        let (model, faults) = Self.readAll(reader)
        if let fault = faults.first { throw fault }
        self = model
    }

    /// Reads a request and collects all of its faults.
    public init(validating reader: JSONReader) throws(InvalidMembers) {
        let (model, faults) = Self.readAll(reader)
        guard faults.isEmpty else { throw InvalidMembers(faults) }
        self = model
    }

    private static func readAll(_ reader: JSONReader) -> (model: Self, faults: [JSONMemberError]) {
        var (model, coder) = (blank, JSONCoder(reading: reader.value, isRequest: isRequest))
        if coder.faults.isEmpty { model.members(&coder) }
        return (model, coder.faults.map { $0.within(reader.path) })
    }

    public var json: JSON {
        var (copy, coder) = (self, JSONCoder.writing)
        copy.members(&coder)
        return .object(coder.object)
    }
}

extension JSONStructure where Self: RequestModel {
    package static var isRequest: Bool { true }
}
