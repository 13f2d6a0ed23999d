import GRDB
import ToqueEncoding

/// A ceremony in a list, without its bytes: those are long, and a list has many.
package struct ListedCeremony: Sendable {
    package let cursor: Int64
    package let time: Timestamp
    package let id: String
    /// Id of its object.
    package let object: String
    /// `registration` or `authentication`.
    package let type: String
    package let verdict: JSON

    var json: JSON { .object(members) }

    fileprivate var members: JSONObject {
        [
            "cursor": .int(cursor), "id": .string(id), "object": .string(object), "type": .string(type),
            "time": .string(time.description), "verdict": verdict,
        ]
    }
}

/// A ceremony in the log.
struct CeremonyEntry: Sendable {
    let summary: ListedCeremony
    let document: JSON

    var ceremony: CeremonyRecord {
        CeremonyRecord(
            id: summary.id, object: summary.object, type: summary.type, document: document, verdict: summary.verdict)
    }

    /// With all its bytes.
    /// - Parameter handover: the request that hands it over, if a backend's does.
    func json(_ handover: CeremonyHandover?) -> JSON {
        var members = summary.members
        members["document"] = document
        members["request"] = handover?.json
        return .object(members)
    }
}

extension ReadTransaction {
    /// The ceremony, or nil.
    func ceremony(_ id: String) throws -> CeremonyEntry? {
        let statement = try database.cachedStatement(sql: "SELECT * FROM ceremony WHERE tenant = ? AND id = ?")
        return try Row.fetchOne(statement, arguments: [tenant, id]).map { row in
            CeremonyEntry(
                summary: try ListedCeremony(row), document: try JSON(parsing: row["document"] as String))
        }
    }

    /// Ceremonies after a cursor, oldest first; or those before one, newest first.
    /// - Parameters:
    ///   - before: takes precedence over `cursor`.
    ///   - object: limits the result to this object.
    func ceremonies(
        after cursor: Int64, before: Int64? = nil, object: String?, limit: Int
    ) throws -> [ListedCeremony] {
        try ceremonies(after: cursor, before: before, object: object, limit: limit, verdict: "verdict")
    }

    /// Ceremonies before a cursor, newest first. Of each verdict, only `verdict` and `code`: a list for people shows no
    /// more, and the checks are long.
    package func newestCeremonies(before: Int64, object: String?, limit: Int) throws -> [ListedCeremony] {
        let members = ["verdict", "code"].map { "'\($0)', json_extract(verdict, '$.\($0)')" }.joined(separator: ", ")
        let outcome = "json_object(\(members)) AS verdict"
        return try ceremonies(after: 0, before: before, object: object, limit: limit, verdict: outcome)
    }

    private func ceremonies(
        after cursor: Int64, before: Int64?, object: String?, limit: Int, verdict: String
    ) throws -> [ListedCeremony] {
        var condition = "tenant = ? AND sequence \(before == nil ? ">" : "<") ?"
        var arguments: StatementArguments = [tenant, before ?? cursor]
        if let object {
            condition += " AND object = ?"
            arguments += [object]
        }
        let statement = try database.cachedStatement(
            sql: """
                SELECT sequence, id, object, type, time, \(verdict) FROM ceremony WHERE \(condition)
                ORDER BY sequence \(before == nil ? "ASC" : "DESC") LIMIT ?
                """)
        return try Row.fetchAll(statement, arguments: arguments + [limit]).map(ListedCeremony.init)
    }
}

extension ListedCeremony {
    fileprivate init(_ row: Row) throws {
        self.init(
            cursor: row["sequence"], time: Timestamp(microseconds: row["time"]), id: row["id"], object: row["object"],
            type: row["type"], verdict: try JSON(parsing: row["verdict"] as String))
    }
}
