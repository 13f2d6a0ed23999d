import ToqueEncoding

/// A tenant's rows as state files have them.
extension StorageSession {
    /// - Parameter order: columns.
    func rows(of tenant: String, in table: String, columns: [String], order: String) throws -> [StorageRow] {
        try query(
            "SELECT \(columns.joined(separator: ", ")) FROM \(table) WHERE tenant = ? ORDER BY \(order)",
            [.text(tenant)])
    }

    /// - Returns: false if there is a row with the same key.
    func insert(into table: String, columns: [String], _ values: [StorageValue]) throws -> Bool {
        var (columns, values) = (columns, values)
        if dialect.keepsMembers, table == "object", let index = columns.firstIndex(of: "body"),
            values.indices.contains(index), case .text(let body) = values[index]
        {
            columns.append("members")
            values.append(.json(ObjectMembers.json(of: try JSON(parsing: body, limits: .init(size: body.utf8.count)))))
        }
        let places = columns.map { _ in "?" }.joined(separator: ", ")
        return try change(
            """
            INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(places)) ON CONFLICT DO NOTHING
            """, values) == 1
    }
}
