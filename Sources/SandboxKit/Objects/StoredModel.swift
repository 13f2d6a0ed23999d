import Sandbox
import ToqueEncoding

/// A model stored in the sandbox's database as a document of one kind.
package protocol StoredModel: JSONModel {
    static var kind: String { get }
    var id: String { get }
}

extension StoredModel {
    /// The readable name: `payment intent` for the kind `payment_intent`.
    package static var name: String { kind.split(separator: "_").joined(separator: " ") }

    /// - Returns: nil if there is none with this ID.
    package static func find(_ id: String, _ transaction: ReadTransaction) throws -> Self? {
        try transaction.object(kind: kind, id: id) { try Self(json: $0) }
    }

    /// - Throws: `SandboxError` 404 if there is none with this ID.
    package static func existing(_ id: String, _ transaction: ReadTransaction) throws -> Self {
        guard let model = try find(id, transaction) else { throw SandboxError.notFound("There is no such \(name).") }
        return model
    }

    /// Adds the document, or replaces the one with its ID.
    package func save(_ transaction: Transaction) throws {
        try transaction.put(json, of: self, kind: Self.kind, id: id)
    }

    fileprivate static func check(_ object: JSONReader) throws(JSONMemberError) {
        let stored = try Self(object.member("body"))
        let id = try object.member("id")
        guard try id.string() == stored.id else { throw id.mismatch(expected: "the id of its body") }
    }
}

extension Array where Element == any StoredModel.Type {
    /// Checks an object of a state file: `kind`, `id` and `body`.
    /// - Throws: `JSONMemberError` if it is not one of these models.
    package func check(_ object: JSONReader) throws(JSONMemberError) {
        let kind = try object.member("kind")
        let name = try kind.string()
        guard let model = first(where: { $0.kind == name }) else {
            throw kind.mismatch(expected: map { $0.kind }.joined(separator: " or "))
        }
        try model.check(object)
    }
}
