import GRDB
import ToqueEncoding

extension Transaction {
    /// Appends to the event log.
    /// - Parameters:
    ///   - type: for example `enrollment.failed`.
    public func emit(_ type: String, kind: String, object: String, data: JSON) throws {
        try run(
            "INSERT INTO event (tenant, time, type, kind, object, data) VALUES (?, ?, ?, ?, ?, ?)",
            [tenant, now.microseconds, type, kind, object, data.serialized()])
        try keepStatus(of: object, kind: kind, data, cursor: database.lastInsertedRowID)
        changes.insert(.events)
        eventCount += 1
    }
}

extension ReadTransaction {
    /// The cursor of the tenant's last event, or 0.
    package func lastEventCursor() throws -> Int64 {
        let statement = try database.cachedStatement(sql: "SELECT max(cursor) FROM event WHERE tenant = ?")
        return try Int64.fetchOne(statement, arguments: [tenant]) ?? 0
    }

    /// Events after a cursor, oldest first.
    /// - Parameters:
    ///   - type: nil for all; `enrollment.` for all with this prefix.
    package func events(
        after cursor: Int64, type: String? = nil, object: String? = nil, limit: Int
    ) throws -> [SandboxEvent] {
        var conditions = ["tenant = ?", "cursor > ?"]
        var arguments: StatementArguments = [tenant, cursor]
        if let type {
            conditions.append(type.hasSuffix(".") ? "substr(type, 1, length(?)) = ?" : "type = ?")
            arguments += type.hasSuffix(".") ? [type, type] : [type]
        }
        if let object {
            conditions.append("object = ?")
            arguments += [object]
        }
        let statement = try database.cachedStatement(
            sql: "SELECT * FROM event WHERE \(conditions.joined(separator: " AND ")) ORDER BY cursor LIMIT ?")
        return try Row.fetchAll(statement, arguments: arguments + [limit]).map(SandboxEvent.init)
    }

    /// Events before a cursor, newest first.
    /// - Parameters:
    ///   - type: a part of the type; nil for all.
    ///   - depth: the number of the tenant's events that a search by kind or type looks at.
    package func newestEvents(
        before cursor: Int64 = .max, kind: String? = nil, type: String? = nil, object: String? = nil, limit: Int,
        depth: Int = 10_000
    ) throws -> LogSearch<SandboxEvent> {
        try search("event", before: cursor, object: object, limit: limit, depth: depth) { event in
            (kind.map { $0 == event["kind"] } ?? true) && (type.map { (event["type"] as String).contains($0) } ?? true)
        } read: {
            try SandboxEvent($0)
        } cursor: {
            $0.cursor
        }
    }
}

extension SandboxEvent {
    fileprivate init(_ row: Row) throws {
        self.init(
            cursor: row["cursor"], time: Timestamp(microseconds: row["time"]), type: row["type"], kind: row["kind"],
            object: row["object"], data: try JSON(parsing: row["data"] as String))
    }
}
