import ToqueEncoding

/// Columns of `object` that hold members of its document, for filters and their indexes: a statement that looked into
/// the documents would read each of them again whenever an object changes.
struct MemberColumns: Sendable {
    /// A document's values, in the order of the columns.
    let values: @Sendable (JSON) -> [StorageValue]
    let names: [String]

    /// Adds an object, or replaces the one with its tenant, kind and id. The placeholders are those three, the document
    /// and the columns.
    let put: String
    /// The same for an object whose columns change: then `put` has changed nothing. nil if `put` writes them too.
    let putChanged: String?

    /// - Parameter keepsUnchanged: leaves columns alone that keep their values, because the database would write their
    ///   indexes again.
    init(_ names: [String], keepsUnchanged: Bool, _ values: @escaping @Sendable (JSON) -> [StorageValue]) {
        self.names = names
        self.values = values
        let columns = ["tenant", "kind", "id", "body"] + names
        let insert = """
            INSERT INTO object (\(columns.joined(separator: ", ")))
            VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
            ON CONFLICT (tenant, kind, id) DO UPDATE SET
            """
        let changed = (["body"] + names).map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
        guard keepsUnchanged, !names.isEmpty else {
            put = "\(insert) \(changed)"
            putChanged = nil
            return
        }
        let isUnchanged = names.map { "object.\($0) IS excluded.\($0)" }.joined(separator: " AND ")
        put = "\(insert) body = excluded.body WHERE \(isUnchanged)"
        putChanged = "\(insert) \(changed)"
    }
}
