import ToqueEncoding

/// Objects: a JSON document by tenant, kind and id.
extension StorageSession {
    func document(kind: String, id: String, of tenant: String) throws -> JSON? {
        try first(
            "SELECT body FROM object WHERE tenant = ? AND kind = ? AND id = ?", .texts([tenant, kind, id])
        )?.json("body")
    }

    /// The kind of the object with this id; nil if there is none.
    func kind(ofObject id: String, of tenant: String) throws -> String? {
        try first("SELECT kind FROM object WHERE tenant = ? AND id = ? LIMIT 1", .texts([tenant, id]))?.text("kind")
    }

    /// Any object with the id, preferably of the kind.
    func document(ofAnyKind id: String, preferring kind: String?, of tenant: String) throws -> (
        kind: String, body: JSON
    )? {
        // The tenant as an expression keeps SQLite from reading all of its objects to find one.
        try query("SELECT kind, body FROM object WHERE id = ? AND tenant || '' = ?", .texts([id, tenant]))
            .map { (try $0.text("kind"), $0) }
            .min { ($0.0 == kind ? 0 : 1) < ($1.0 == kind ? 0 : 1) }
            .map { ($0.0, try $0.1.json("body")) }
    }

    /// - Returns: the number of matches, and the matches in the range.
    func documents(
        kind: String, filters: [ObjectFilter], newestFirst: Bool, offset: Int, limit: Int, of tenant: String
    ) throws -> (count: Int, bodies: [JSON]) {
        let conditions = filters.map { $0.sql(dialect) }
        let condition = (["tenant = ?", "kind = ?"] + conditions.map(\.condition)).joined(separator: " AND ")
        let arguments = [.text(tenant), .text(kind)] + conditions.flatMap { [StorageValue].texts($0.arguments) }
        let count = try first("SELECT count(*) AS count FROM object WHERE \(condition)", arguments)?.int("count") ?? 0
        guard count > offset, limit > 0 else { return (count, []) }
        let rows = try query(
            """
            SELECT body FROM object WHERE \(condition)
            ORDER BY sequence \(newestFirst ? "DESC" : "ASC") LIMIT ? OFFSET ?
            """, arguments + [.integer(limit), .integer(offset)])
        return (count, try rows.map { try $0.json("body") })
    }

    /// Replaces the document with the same kind and id, or adds it as the newest.
    func put(_ body: JSON, kind: String, id: String, of tenant: String) throws {
        let members = dialect.members
        let arguments = [.text(tenant), .text(kind), .text(id), .json(body)] + members.values(body)
        guard let putChanged = members.putChanged else { return try run(members.put, arguments) }
        if try change(members.put, arguments) == 0 { try run(putChanged, arguments) }
    }

    func removeObject(kind: String, id: String, of tenant: String) throws {
        try run("DELETE FROM object WHERE tenant = ? AND kind = ? AND id = ?", .texts([tenant, kind, id]))
    }

    /// The tenants that have an object of any kind with this id, the first owner first.
    func tenants(ofObject id: String) throws -> [String] {
        try query(
            "SELECT tenant FROM object WHERE id = ? GROUP BY tenant ORDER BY min(sequence)", [.text(id)]
        ).map { try $0.text("tenant") }
    }
}

extension [StorageValue] {
    static func texts(_ values: [String]) -> [StorageValue] { values.map(StorageValue.text) }
}

extension ObjectFilter {
    /// A condition with placeholders, and their values.
    fileprivate func sql(_ dialect: any StorageDialect) -> (condition: String, arguments: [String]) {
        let value = dialect.member(path)
        switch condition {
        case .equals(let text): return ("\(value) = ?", [dialect.stored(text)])
        case .contains(let part): return (dialect.contains(value, "?"), [part])
        case .oneOf(let texts):
            // Few different statements for any number of values, because each prepared statement is kept.
            guard let last = texts.last else { return ("1 = 0", []) }
            var count = 1
            while count < texts.count { count *= 2 }
            let padded = texts + Array(repeating: last, count: count - texts.count)
            let places = Array(repeating: "?", count: count).joined(separator: ", ")
            return ("\(value) IN (\(places))", padded.map(dialect.stored))
        case .from(let text): return ("\(value) >= ?", [text])
        case .before(let text): return ("\(value) < ?", [text])
        }
    }
}
