import Sandbox
import ToqueEncoding

/// A model that the sandbox's database keeps as a document of a kind.
protocol StoredModel: JSONModel {
    static var kind: String { get }
    var id: String { get }
}

extension StoredModel {
    /// - Returns: nil where there is none with this ID.
    static func find(_ id: String, _ transaction: Transaction) throws -> Self? {
        try transaction.object(kind: kind, id: id) { try Self(json: $0) }
    }

    /// Adds the document, or takes the place of the one with its ID.
    func save(_ transaction: Transaction) throws { try transaction.put(json, of: self, kind: Self.kind, id: id) }
}
