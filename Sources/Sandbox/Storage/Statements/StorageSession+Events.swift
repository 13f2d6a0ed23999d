import ToqueEncoding

/// The event log.
extension StorageSession {
    /// Appends an event, and keeps the status that it reports.
    func append(_ type: String, kind: String, object: String, data: JSON, at time: Timestamp, of tenant: String) throws
    {
        try run(
            "INSERT INTO event (tenant, time, type, kind, object, data) VALUES (?, ?, ?, ?, ?, ?)",
            [.text(tenant), .time(time), .text(type), .text(kind), .text(object), .json(data)])
        try keepStatus(of: object, kind: kind, data, at: time, cursor: nil, of: tenant)
    }

    /// The cursor of the tenant's last event, or 0.
    func lastEventCursor(of tenant: String) throws -> Int64 {
        try first("SELECT max(cursor) AS cursor FROM event WHERE tenant = ?", [.text(tenant)])?
            .optionalInteger("cursor") ?? 0
    }

    /// Events after a cursor, oldest first.
    /// - Parameters:
    ///   - type: nil for all; `enrollment.` for all with this prefix.
    func events(
        after cursor: Int64, type: String?, object: String?, limit: Int, of tenant: String
    ) throws -> [SandboxEvent] {
        var conditions = ["tenant = ?", "cursor > ?"]
        var arguments: [StorageValue] = [.text(tenant), .integer(cursor)]
        if let type, type.hasSuffix(".") {
            conditions.append("type >= ? AND type < ?")
            arguments += .texts([type, type + "\u{10FFFF}"])
        } else if let type {
            conditions.append("type = ?")
            arguments.append(.text(type))
        }
        if let object {
            conditions.append("object = ?")
            arguments.append(.text(object))
        }
        return try query(
            """
            SELECT \(SandboxEvent.columns) FROM event WHERE \(conditions.joined(separator: " AND "))
            ORDER BY cursor LIMIT ?
            """, arguments + [.integer(limit)]
        ).map(SandboxEvent.init)
    }

    /// A part of a log, from its newest row before a cursor on. A search for rare rows ends after a number of rows,
    /// because it holds up the store; the next part goes on from there.
    /// - Parameters:
    ///   - table: has the columns `tenant`, `cursor` and `object`.
    ///   - columns: those of the rows, the cursor among them.
    ///   - depth: the number of rows that it looks at.
    func search<Entry>(
        _ table: StaticString, columns: String, before end: Int64, object: String?, limit: Int, depth: Int,
        of tenant: String, where matches: (StorageRow) throws -> Bool, read: (StorageRow) throws -> Entry,
        cursor: (Entry) -> Int64
    ) throws -> LogSearch<Entry> {
        let condition = object == nil ? "" : " AND object = ?"
        var (entries, looked, last): ([Entry], Int, Int64) = ([], 0, end)
        while looked < depth {
            let size = min(depth - looked, looked == 0 ? max(limit, 0) + 1 : 256)
            let rows = try query(
                """
                SELECT \(columns) FROM \(table) WHERE tenant = ? AND cursor < ?\(condition)
                ORDER BY cursor DESC LIMIT ?
                """, [.text(tenant), .integer(last)] + .texts([object].compactMap(\.self)) + [.integer(size)])
            for row in rows {
                guard entries.count < limit else { return LogSearch(entries: entries, next: entries.last.map(cursor)) }
                last = try row.integer("cursor")
                if try matches(row) { entries.append(try read(row)) }
            }
            looked += rows.count
            if rows.count < size { return LogSearch(entries: entries, next: nil) }
        }
        return LogSearch(entries: entries, next: depth > 0 ? last : nil)
    }
}

extension SandboxEvent {
    static let columns = "cursor, time, type, kind, object, data"

    init(_ row: StorageRow) throws {
        self.init(
            cursor: try row.integer("cursor"), time: try row.time("time"), type: try row.text("type"),
            kind: try row.text("kind"), object: try row.text("object"), data: try row.json("data"))
    }
}
