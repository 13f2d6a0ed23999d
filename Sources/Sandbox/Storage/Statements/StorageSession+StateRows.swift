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
        let (sql, arguments) = try insertion(into: table, columns, values)
        return try change("\(sql) ON CONFLICT DO NOTHING", arguments) == 1
    }

    /// Adds a row whose key no other row has.
    func add(to table: String, columns: [String], _ values: [StorageValue]) throws {
        let (sql, arguments) = try insertion(into: table, columns, values)
        try run(sql, arguments)
    }

    private func insertion(
        into table: String, _ columns: [String], _ values: [StorageValue]
    ) throws -> (sql: String, arguments: [StorageValue]) {
        var (columns, values) = (columns, values)
        let members = dialect.members
        if table == "object", !members.names.isEmpty, let index = columns.firstIndex(of: "body"),
            values.indices.contains(index), case .text(let body) = values[index]
        {
            columns += members.names
            values += members.values(try JSON(parsing: body, limits: .init(size: body.utf8.count)))
        }
        let places = columns.map { _ in "?" }.joined(separator: ", ")
        return ("INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(places))", values)
    }
}
