import ToqueEncoding

/// How much of each ceremony a list has. Checks and bytes are long, and a list has many.
enum CeremonyDetail: String, CaseIterable {
    /// Of the verdict, only `verdict` and `code`.
    case outcome
    /// The whole verdict.
    case checks
    /// Also the ceremony's bytes.
    case document
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
    func ceremony(_ id: String) throws -> CeremonyEntry? { try session.ceremony(id, of: tenant) }

    /// Ceremonies after a cursor, oldest first; or those before one, newest first.
    /// - Parameters:
    ///   - before: takes precedence over `cursor`.
    ///   - object: limits the result to this object.
    func ceremonies(
        after cursor: Int64, before: Int64? = nil, object: String?, limit: Int, detail: CeremonyDetail
    ) throws -> [CeremonyEntry] {
        try session.ceremonies(
            after: cursor, before: before, object: object, limit: limit, detail: detail, of: tenant)
    }
}
