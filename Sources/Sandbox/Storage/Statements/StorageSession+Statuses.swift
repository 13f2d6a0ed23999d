import ToqueEncoding

/// The statuses of objects with a life. The database keeps `object_count` by its own means, such as triggers.
extension StorageSession {
    /// Keeps the status that an event reports, if it reports one.
    /// - Parameter cursor: of the event; nil for the tenant's newest.
    func keepStatus(
        of object: String, kind: String, _ data: JSON, at time: Timestamp, cursor: Int64?, of tenant: String
    ) throws {
        guard let status = data["status"]?.stringValue else { return }
        let reason = data["reason"]?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
        // As a part of the statement: asking for the event's cursor first would wait for the database.
        let place = cursor == nil ? "(SELECT max(cursor) FROM event WHERE tenant = ?)" : "?"
        try run(
            """
            INSERT INTO object_status (tenant, object, kind, status, reason, cursor, time)
            VALUES (?, ?, ?, ?, ?, \(place), ?)
            ON CONFLICT (tenant, object, kind) DO UPDATE SET
                status = excluded.status, reason = excluded.reason, cursor = excluded.cursor, time = excluded.time
            """,
            .texts([tenant, object, kind, status])
                + [.text(orNull: reason), cursor.map(StorageValue.integer) ?? .text(tenant), .time(time)])
    }

    /// Derives the statuses from the event log of a tenant without statuses.
    func deriveStatuses(of tenant: String) throws {
        var newest: [[String]: SandboxEvent] = [:]
        var cursor: Int64 = 0
        while case let page = try events(after: cursor, type: nil, object: nil, limit: 1000, of: tenant),
            let last = page.last
        {
            for event in page where Self.reportsStatus(event.data) {
                newest[[event.kind, event.object]] = event
            }
            cursor = last.cursor
        }
        for event in newest.values.sorted(by: { $0.cursor < $1.cursor }) {
            try keepStatus(
                of: event.object, kind: event.kind, event.data, at: event.time, cursor: event.cursor, of: tenant)
        }
    }

    private static func reportsStatus(_ data: JSON) -> Bool { data["status"]?.stringValue != nil }

    /// The numbers of objects by kind, status and reason.
    func objectCounts(of tenant: String) throws -> [ObjectCount] {
        try query(
            """
            SELECT kind, status, reason, count FROM object_count
            WHERE tenant = ? AND count > 0 ORDER BY kind, status, reason
            """, [.text(tenant)]
        ).map { row in
            let reason = try row.text("reason")
            return ObjectCount(
                kind: try row.text("kind"), status: try row.text("status"), reason: reason.isEmpty ? nil : reason,
                count: try row.int("count"))
        }
    }

    /// The objects of a group whose last event is before a cursor, the last changed first.
    func objectStatuses(
        of group: ObjectCount, before cursor: Int64, limit: Int, of tenant: String
    ) throws -> [ObjectStatus] {
        try query(
            """
            SELECT \(ObjectStatus.columns) FROM object_status
            WHERE tenant = ? AND kind = ? AND status = ? AND reason \(group.reason == nil ? "IS NULL" : "= ?")
                AND cursor < ?
            ORDER BY cursor DESC LIMIT ?
            """,
            .texts([tenant, group.kind, group.status] + [group.reason].compactMap(\.self))
                + [.integer(cursor), .integer(limit)]
        ).map(ObjectStatus.init)
    }

    /// The objects whose id begins with the text.
    func objectStatuses(withPrefix text: String, limit: Int, of tenant: String) throws -> [ObjectStatus] {
        try query(
            """
            SELECT \(ObjectStatus.columns) FROM object_status
            WHERE tenant = ? AND object >= ? AND object < ? LIMIT ?
            """, .texts([tenant, text, text + "\u{10FFFF}"]) + [.integer(limit)]
        ).map(ObjectStatus.init)
    }

    /// The objects of a kind that have the text as the value of an indexed member.
    func objectStatuses(
        kind: String, _ index: ObjectIndex, _ text: String, limit: Int, of tenant: String
    ) throws -> [ObjectStatus] {
        let value = dialect.member(index.path)
        return try query(
            """
            SELECT \(ObjectStatus.columns) FROM object JOIN object_status
                ON object_status.tenant = object.tenant AND object_status.object = object.id
                    AND object_status.kind = object.kind
            WHERE object.tenant = ? AND object.kind = ? AND \(value) = ? AND \(value) IS NOT NULL LIMIT ?
            """, .texts([tenant, kind, dialect.stored(text)]) + [.integer(limit)]
        ).map(ObjectStatus.init)
    }

    func objectStatus(_ id: String, of tenant: String) throws -> ObjectStatus? {
        try first(
            "SELECT \(ObjectStatus.columns) FROM object_status WHERE tenant = ? AND object = ? LIMIT 1",
            .texts([tenant, id])
        ).map(ObjectStatus.init)
    }
}

extension ObjectStatus {
    /// With their table, because joins have other tables with the same columns, or get them with a later version.
    static let columns = ["cursor", "time", "kind", "object", "status", "reason"]
        .map { "object_status.\($0)" }.joined(separator: ", ")

    init(_ row: StorageRow) throws(SandboxStoreError) {
        self.init(
            cursor: try row.integer("cursor"), time: try row.time("time"), kind: try row.text("kind"),
            object: try row.text("object"), status: try row.text("status"), reason: try row.optionalText("reason"))
    }
}
