import ToqueEncoding

/// Removes what is old, a few rows at a time.
extension StorageSession {
    /// The statuses that have not changed since a time, by their events.
    /// - Parameter cursor: only those after it.
    func idleStatuses(
        before time: Timestamp, after cursor: Int64, limit: Int, of tenant: String
    ) throws -> [ObjectStatus] {
        // The oldest events are few once this has run, so that the search for the first newer one is short.
        let end =
            try first(
                "SELECT cursor FROM event WHERE tenant = ? AND time >= ? ORDER BY cursor LIMIT 1",
                [.text(tenant), .time(time)]
            )?.integer("cursor") ?? .max
        return try query(
            """
            SELECT \(ObjectStatus.columns) FROM event JOIN object_status
                ON object_status.tenant = event.tenant AND object_status.object = event.object
                    AND object_status.kind = event.kind AND object_status.cursor = event.cursor
            WHERE event.tenant = ? AND event.cursor > ? AND event.cursor < ? ORDER BY event.cursor LIMIT ?
            """, [.text(tenant), .integer(cursor), .integer(end), .integer(limit)]
        ).map(ObjectStatus.init)
    }

    /// True if a timer or a webhook of the object is still to come.
    func isAwaited(_ object: String, of tenant: String) throws -> Bool {
        if try first("SELECT 1 AS found FROM timer WHERE tenant = ? AND subject = ? LIMIT 1", .texts([tenant, object]))
            != nil
        {
            return true
        }
        return try first(
            "SELECT 1 AS found FROM delivery WHERE tenant = ? AND object = ? AND state = 'pending' LIMIT 1",
            .texts([tenant, object])) != nil
    }

    /// Removes an object with its status, its scenario, its ceremonies and its one-time values.
    func removeLife(kind: String, id: String, of tenant: String) throws {
        try removeObject(kind: kind, id: id, of: tenant)
        try run(
            "DELETE FROM object_status WHERE tenant = ? AND object = ? AND kind = ?", .texts([tenant, id, kind]))
        try run("DELETE FROM object_scenario WHERE tenant = ? AND object = ?", .texts([tenant, id]))
        try run("DELETE FROM ceremony WHERE tenant = ? AND object = ?", .texts([tenant, id]))
        try run("DELETE FROM one_time_value WHERE tenant = ? AND subject = ?", .texts([tenant, id]))
    }

    /// Removes the oldest events before a time, except those that statuses come from.
    /// - Returns: the number of events that it looked at, and the cursor of the last one.
    func removeEvents(
        before time: Timestamp, after cursor: Int64, limit: Int, of tenant: String
    ) throws -> (count: Int, last: Int64) {
        let old = try query(
            "SELECT cursor, time FROM event WHERE tenant = ? AND cursor > ? ORDER BY cursor LIMIT ?",
            [.text(tenant), .integer(cursor), .integer(limit)]
        ).prefix { try $0.time("time") < time }
        guard let last = try old.last?.integer("cursor") else { return (0, cursor) }
        try run(
            """
            DELETE FROM event WHERE tenant = ? AND cursor > ? AND cursor <= ? AND NOT EXISTS (
                SELECT 1 FROM object_status
                WHERE object_status.tenant = event.tenant AND object_status.object = event.object
                    AND object_status.kind = event.kind AND object_status.cursor = event.cursor)
            """, [.text(tenant), .integer(cursor), .integer(last)])
        return (old.count, last)
    }

    /// Removes the oldest ended deliveries whose last attempt was before a time.
    /// - Returns: the number of deliveries that it looked at, and the cursor of the last one.
    func removeDeliveries(
        before time: Timestamp, after cursor: Int64, limit: Int, of tenant: String
    ) throws -> (count: Int, last: Int64) {
        let oldest = try deliveries(after: cursor, limit: limit, object: nil, state: nil, of: tenant)
        for delivery in oldest where delivery.state != .pending {
            let last = delivery.attempts.last?["time"]?.stringValue.flatMap(Timestamp.init)
            guard let last else { continue }
            guard last < time else { return (0, delivery.cursor) }
            try run("DELETE FROM delivery WHERE cursor = ?", [.integer(delivery.cursor)])
        }
        return (oldest.count, oldest.last?.cursor ?? cursor)
    }

    /// Removes the stored answers and the claims that nobody needs any more.
    /// - Parameter realNow: the time by the real clock, which some claims follow.
    func removeExpired(at now: Timestamp, realNow: Timestamp, of tenant: String) throws {
        try run("DELETE FROM idempotent_answer WHERE tenant = ? AND expires <= ?", [.text(tenant), .time(now)])
        try removeClaims(inRealTime: false, at: now, of: tenant)
        try removeClaims(inRealTime: true, at: realNow, of: tenant)
    }
}
