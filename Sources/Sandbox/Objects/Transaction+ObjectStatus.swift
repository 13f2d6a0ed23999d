import GRDB
import ToqueEncoding

extension Transaction {
    /// Keeps the status that an event reports.
    /// - Parameter cursor: of the event.
    func keepStatus(of object: String, kind: String, _ data: JSON, cursor: Int64) throws {
        guard let status = data["status"]?.stringValue else { return }
        let reason = data["reason"]?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
        try run(
            """
            INSERT INTO object_status (tenant, object, kind, status, reason, cursor, time) VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (tenant, object, kind) DO UPDATE SET
                status = excluded.status, reason = excluded.reason, cursor = excluded.cursor, time = excluded.time
            """,
            [tenant, object, kind, status, reason, cursor, now.microseconds])
    }
}

extension ReadTransaction {
    /// The numbers of objects by kind, status and reason.
    func objectCounts() throws -> [ObjectCount] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT kind, status, nullif(reason, '') AS reason, count FROM object_count
                WHERE tenant = ? AND count > 0 ORDER BY kind, status, reason
                """)
        return try Row.fetchAll(statement, arguments: [tenant]).map { row in
            ObjectCount(kind: row["kind"], status: row["status"], reason: row["reason"], count: row["count"])
        }
    }

    /// The objects that changed last, newest first.
    /// - Parameters:
    ///   - cursor: only those whose last event is before it.
    ///   - matches: selects the groups of the objects.
    func objectStatuses(
        before cursor: Int64, limit: Int, where matches: (ObjectCount) -> Bool
    ) throws -> [ObjectStatus] {
        // A few of each group, which the index has in order.
        let statement = try database.cachedStatement(
            sql: """
                SELECT * FROM object_status
                WHERE tenant = ? AND kind = ? AND status = ? AND reason IS ? AND cursor < ?
                ORDER BY cursor DESC LIMIT ?
                """)
        let found = try objectCounts().filter(matches).flatMap { group in
            try Row.fetchAll(
                statement, arguments: [tenant, group.kind, group.status, group.reason, cursor, limit]
            ).map(ObjectStatus.init)
        }
        return Array(found.sorted { $0.cursor > $1.cursor }.prefix(limit))
    }

    /// The objects whose id begins with the text, or that have it as the value of an indexed member.
    func objectStatuses(matching text: String, limit: Int) throws -> [ObjectStatus] {
        let prefix = try database.cachedStatement(
            sql: "SELECT * FROM object_status WHERE tenant = ? AND object >= ? AND object < ? LIMIT ?")
        var found = try Row.fetchAll(
            prefix, arguments: [tenant, text, text + "\u{10FFFF}", limit]
        ).map(ObjectStatus.init)
        let kinds = Set(try objectCounts().map(\.kind)).sorted()
        for index in store.provider.indexes {
            let value = "json_extract(body, '\(index.path)')"
            let statement = try database.cachedStatement(
                sql: """
                    SELECT object_status.* FROM object JOIN object_status
                        ON object_status.tenant = object.tenant AND object_status.object = object.id
                            AND object_status.kind = object.kind
                    WHERE object.tenant = ? AND object.kind = ? AND \(value) = ? AND \(value) IS NOT NULL LIMIT ?
                    """)
            for kind in kinds where found.count < limit {
                found += try Row.fetchAll(statement, arguments: [tenant, kind, text, limit]).map(ObjectStatus.init)
            }
        }
        var seen: Set<Int64> = []
        return Array(found.filter { seen.insert($0.cursor).inserted }.prefix(limit))
    }

    func objectStatus(_ id: String) throws -> ObjectStatus? {
        let statement = try database.cachedStatement(
            sql: "SELECT * FROM object_status WHERE tenant = ? AND object = ? LIMIT 1")
        return try Row.fetchOne(statement, arguments: [tenant, id]).map(ObjectStatus.init)
    }

    /// The kind and the document of an object of any kind: of the one with a life, if several have the id.
    package func anyObject(_ id: String) throws -> (kind: String, body: JSON)? {
        // The plus keeps SQLite from reading all of the tenant's objects to find one.
        let statement = try database.cachedStatement(
            sql: "SELECT kind, body FROM object WHERE id = ? AND +tenant = ? ORDER BY kind = ? DESC LIMIT 1")
        let kind = try objectStatus(id)?.kind
        return try Row.fetchOne(statement, arguments: [id, tenant, kind]).map {
            ($0["kind"], try JSON(parsing: $0["body"] as String))
        }
    }

    /// The pending timers, the next first.
    /// - Parameter object: only this object's.
    func timers(of object: String?, limit: Int) throws -> [SandboxTimer] {
        // The index is named, because SQLite would read all timers in their order to find an object's.
        let source = object == nil ? "timer" : "timer INDEXED BY timer_subject"
        let condition = object.map { _ in " AND subject = ?" } ?? ""
        let statement = try database.cachedStatement(
            sql: "SELECT * FROM \(source) WHERE tenant = ?\(condition) ORDER BY due, sequence LIMIT ?")
        let arguments = StatementArguments([tenant] + [object].compactMap { $0 }) + [limit]
        return try Row.fetchAll(statement, arguments: arguments).map { row in
            SandboxTimer(kind: row["kind"], subject: row["subject"], due: Timestamp(microseconds: row["due"]))
        }
    }

    /// The number of webhook deliveries that have neither arrived nor failed.
    func pendingDeliveries() throws -> Int {
        let statement = try database.cachedStatement(
            sql: "SELECT count(*) FROM delivery WHERE tenant = ? AND state = 'pending'")
        return try Int.fetchOne(statement, arguments: [tenant]) ?? 0
    }
}

extension ObjectStatus {
    fileprivate init(_ row: Row) {
        self.init(
            cursor: row["cursor"], time: Timestamp(microseconds: row["time"]), kind: row["kind"],
            object: row["object"], status: row["status"], reason: row["reason"])
    }
}
