import GRDB
import ToqueEncoding

/// How much of each ceremony a list has. Checks and bytes are long, and a list has many.
enum CeremonyDetail: String, CaseIterable {
    /// Of the verdict, only `verdict` and `code`.
    case outcome
    /// The whole verdict.
    case checks
    /// Also the ceremony's bytes.
    case document

    fileprivate var columns: String {
        let place = "sequence, id, object, type, time"
        switch self {
        case .outcome:
            let members = ["verdict", "code"].map { "'\($0)', json_extract(verdict, '$.\($0)')" }
            return "\(place), json_object(\(members.joined(separator: ", "))) AS verdict, NULL AS document"
        case .checks: return "\(place), verdict, NULL AS document"
        case .document: return "\(place), verdict, document"
        }
    }
}

/// A ceremony in the log.
struct CeremonyEntry: Sendable {
    let cursor: Int64
    let id: String
    /// Id of its object.
    let object: String
    /// `registration` or `authentication`.
    let type: String
    let time: Timestamp
    let verdict: JSON
    /// Nil in a list without documents.
    let document: JSON?

    fileprivate init(_ row: Row) throws {
        (cursor, id, object, type) = (row["sequence"], row["id"], row["object"], row["type"])
        time = Timestamp(microseconds: row["time"])
        verdict = try JSON(parsing: row["verdict"] as String)
        document = try (row["document"] as String?).map { try JSON(parsing: $0) }
    }

    /// Nil without the document.
    var record: CeremonyRecord? {
        document.map { CeremonyRecord(id: id, object: object, type: type, document: $0, verdict: verdict) }
    }

    /// - Parameter handover: the request that hands it over, if a backend's does.
    func json(_ handover: CeremonyHandover? = nil) -> JSON {
        var members: JSONObject = [
            "cursor": .int(cursor), "id": .string(id), "object": .string(object), "type": .string(type),
            "time": .string(time.description), "verdict": verdict,
        ]
        members["document"] = document
        members["request"] = handover?.json
        return .object(members)
    }
}

extension ReadTransaction {
    /// The ceremony, or nil.
    func ceremony(_ id: String) throws -> CeremonyEntry? {
        let statement = try database.cachedStatement(
            sql: "SELECT \(CeremonyDetail.document.columns) FROM ceremony WHERE tenant = ? AND id = ?")
        return try Row.fetchOne(statement, arguments: [tenant, id]).map(CeremonyEntry.init)
    }

    /// Ceremonies after a cursor, oldest first; or those before one, newest first.
    /// - Parameters:
    ///   - before: takes precedence over `cursor`.
    ///   - object: limits the result to this object.
    func ceremonies(
        after cursor: Int64, before: Int64? = nil, object: String?, limit: Int, detail: CeremonyDetail
    ) throws -> [CeremonyEntry] {
        var condition = "tenant = ? AND sequence \(before == nil ? ">" : "<") ?"
        var arguments: StatementArguments = [tenant, before ?? cursor]
        if let object {
            condition += " AND object = ?"
            arguments += [object]
        }
        let statement = try database.cachedStatement(
            sql: """
                SELECT \(detail.columns) FROM ceremony WHERE \(condition)
                ORDER BY sequence \(before == nil ? "ASC" : "DESC") LIMIT ?
                """)
        return try Row.fetchAll(statement, arguments: arguments + [limit]).map(CeremonyEntry.init)
    }
}
