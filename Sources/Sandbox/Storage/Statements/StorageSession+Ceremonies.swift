import ToqueEncoding

/// The log of ceremonies.
extension StorageSession {
    func addCeremony(
        _ id: String, of object: String, type: String, document: String, verdict: String, at time: Timestamp,
        tenant: String
    ) throws {
        try run(
            "INSERT INTO ceremony (tenant, id, object, type, time, document, verdict) VALUES (?, ?, ?, ?, ?, ?, ?)",
            .texts([tenant, id, object, type]) + [.time(time), .text(document), .text(verdict)])
    }

    func ceremony(_ id: String, of tenant: String) throws -> CeremonyEntry? {
        try first(
            "SELECT \(CeremonyDetail.document.columns) FROM ceremony WHERE tenant = ? AND id = ?", .texts([tenant, id])
        ).map { try CeremonyEntry($0, .document) }
    }

    /// Ceremonies after a cursor, oldest first; or those before one, newest first.
    /// - Parameters:
    ///   - before: takes precedence over `cursor`.
    ///   - object: limits the result to this object.
    func ceremonies(
        after cursor: Int64, before: Int64?, object: String?, limit: Int, detail: CeremonyDetail, of tenant: String
    ) throws -> [CeremonyEntry] {
        let condition = object == nil ? "" : " AND object = ?"
        return try query(
            """
            SELECT \(detail.columns) FROM ceremony
            WHERE tenant = ? AND sequence \(before == nil ? ">" : "<") ?\(condition)
            ORDER BY sequence \(before == nil ? "ASC" : "DESC") LIMIT ?
            """,
            [.text(tenant), .integer(before ?? cursor)] + .texts([object].compactMap(\.self)) + [.integer(limit)]
        ).map { try CeremonyEntry($0, detail) }
    }
}

extension CeremonyDetail {
    fileprivate var columns: String {
        switch self {
        case .outcome, .checks: "sequence, id, object, type, time, verdict"
        case .document: "sequence, id, object, type, time, verdict, document"
        }
    }
}

extension CeremonyEntry {
    fileprivate init(_ row: StorageRow, _ detail: CeremonyDetail) throws {
        let verdict = try row.json("verdict")
        let outcome: JSON = ["verdict": verdict["verdict"] ?? .null, "code": verdict["code"] ?? .null]
        self.init(
            cursor: try row.integer("sequence"), id: try row.text("id"), object: try row.text("object"),
            type: try row.text("type"), time: try row.time("time"),
            verdict: detail == .outcome ? outcome : verdict,
            document: detail == .document ? try row.json("document") : nil)
    }
}
