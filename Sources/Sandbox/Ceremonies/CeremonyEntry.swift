import GRDB
import ToqueEncoding

/// A ceremony in the log.
struct CeremonyEntry: Sendable {
    let cursor: Int64
    let time: Timestamp
    let ceremony: CeremonyRecord

    /// Everything except the bytes.
    var summary: JSON { .object(members) }

    /// With all its bytes.
    /// - Parameter handover: the request that hands it over, if a backend's does.
    func json(_ handover: CeremonyHandover?) -> JSON {
        var members = members
        members["document"] = ceremony.document
        members["request"] = handover?.json
        return .object(members)
    }

    private var members: JSONObject {
        [
            "cursor": .int(cursor), "id": .string(ceremony.id), "object": .string(ceremony.object),
            "type": .string(ceremony.type), "time": .string(time.description), "verdict": ceremony.verdict,
        ]
    }
}

extension ReadTransaction {
    /// The ceremony, or nil.
    func ceremony(_ id: String) throws -> CeremonyEntry? {
        let statement = try database.cachedStatement(sql: "SELECT * FROM ceremony WHERE tenant = ? AND id = ?")
        return try Row.fetchOne(statement, arguments: [tenant, id]).map(CeremonyEntry.init)
    }

    /// Ceremonies after a cursor, oldest first; or those before one, newest first.
    /// - Parameters:
    ///   - before: takes precedence over `cursor`.
    ///   - object: limits the result to this object.
    func ceremonies(
        after cursor: Int64, before: Int64? = nil, object: String?, limit: Int
    ) throws -> [CeremonyEntry] {
        var condition = "tenant = ? AND sequence \(before == nil ? ">" : "<") ?"
        var arguments: StatementArguments = [tenant, before ?? cursor]
        if let object {
            condition += " AND object = ?"
            arguments += [object]
        }
        let statement = try database.cachedStatement(
            sql: "SELECT * FROM ceremony WHERE \(condition) ORDER BY sequence \(before == nil ? "ASC" : "DESC") LIMIT ?"
        )
        return try Row.fetchAll(statement, arguments: arguments + [limit]).map(CeremonyEntry.init)
    }
}

extension CeremonyEntry {
    fileprivate init(_ row: Row) throws {
        cursor = row["sequence"]
        time = Timestamp(microseconds: row["time"])
        ceremony = CeremonyRecord(
            id: row["id"], object: row["object"], type: row["type"],
            document: try JSON(parsing: row["document"] as String), verdict: try JSON(parsing: row["verdict"] as String)
        )
    }
}
