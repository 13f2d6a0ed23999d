import ToqueEncoding

/// The lanes in which deliveries wait: `position` orders those of one lane, and only the first has a `due`, so that
/// finding the next one never scans the deliveries behind it.
extension StorageSession {
    private static var isPending: String { "state = 'pending' AND tenant = ? AND endpoint = ? AND object = ?" }

    // MARK: Reading

    /// Returns an endpoint's deliveries due at a time, earliest first.
    func dueDeliveries(at time: Timestamp, endpoint: Int64, limit: Int, of tenant: String) throws -> [DueDelivery] {
        try query(
            """
            SELECT delivery.cursor, delivery.webhook, delivery.endpoint, delivery.url, delivery.object, delivery.body,
                delivery.due, delivery.attempts, delivery.is_badly_signed, webhook_endpoint.token
            FROM delivery JOIN webhook_endpoint ON webhook_endpoint.id = delivery.endpoint
            WHERE delivery.tenant = ? AND delivery.endpoint = ? AND delivery.due <= ?
            ORDER BY delivery.due, delivery.cursor LIMIT ?
            """, [.text(tenant), .integer(endpoint), .time(time), .integer(limit)]
        ).map { row in
            DueDelivery(
                cursor: try row.integer("cursor"), webhook: try row.text("webhook"), lane: try DeliveryLane(row),
                url: try row.text("url"), token: try row.optionalText("token"), body: try row.text("body"),
                due: try row.time("due"), attempts: try row.json("attempts").arrayValue?.count ?? 0,
                isBadlySigned: try row.flag("is_badly_signed"))
        }
    }

    /// Returns when an endpoint's earliest attempt after a time is due; nil if there is none.
    func nextDeliveryDue(after time: Timestamp, endpoint: Int64, of tenant: String) throws -> Timestamp? {
        try first(
            "SELECT min(due) AS due FROM delivery WHERE tenant = ? AND endpoint = ? AND due > ?",
            [.text(tenant), .integer(endpoint), .time(time)]
        )?.optionalTime("due")
    }

    func lastPosition(on lane: DeliveryLane, of tenant: String) throws -> Int64 {
        try first(
            "SELECT max(position) AS position FROM delivery WHERE \(Self.isPending)", lane.arguments(of: tenant)
        )?.optionalInteger("position") ?? 0
    }

    // MARK: Writing

    /// Releases the lane's webhook on hold.
    /// - Returns: its position; nil if no webhook is on hold.
    func takeHeld(on lane: DeliveryLane, at now: Timestamp, of tenant: String) throws -> Int64? {
        let held = try first(
            """
            SELECT cursor, position FROM delivery WHERE \(Self.isPending) AND held_until > ?
            ORDER BY position LIMIT 1
            """, lane.arguments(of: tenant) + [.time(now)])
        guard let held else { return nil }
        try run(
            "UPDATE delivery SET held_until = NULL, due = NULL WHERE cursor = ?",
            [.integer(try held.integer("cursor"))])
        return try held.integer("position")
    }

    /// Makes room in a lane.
    func moveBack(by count: Int, from position: Int64, on lane: DeliveryLane, of tenant: String) throws {
        try run(
            "UPDATE delivery SET position = position + ? WHERE \(Self.isPending) AND position >= ?",
            [.integer(count)] + lane.arguments(of: tenant) + [.integer(position)])
    }

    func add(_ delivery: NewDelivery, on lane: DeliveryLane, of tenant: String) throws {
        try run(
            """
            INSERT INTO delivery (tenant, webhook, endpoint, url, object, body, position, held_until, is_badly_signed)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .text(tenant), .text(delivery.webhook), .integer(lane.endpoint), .text(delivery.url),
                .text(lane.object), .text(delivery.body), .integer(delivery.position),
                .time(orNull: delivery.heldUntil), delivery.isBadlySigned ? .flag(true) : .null,
            ])
    }

    /// Makes the first delivery of a lane due at a time, or when its hold ends, unless it is already due.
    func promote(_ lane: DeliveryLane, at time: Timestamp, of tenant: String) throws {
        try run(
            """
            UPDATE delivery SET due = CASE WHEN held_until > ? THEN held_until ELSE ? END
            WHERE due IS NULL AND cursor = (
                SELECT cursor FROM delivery WHERE \(Self.isPending) ORDER BY position LIMIT 1)
            """, [.time(time), .time(time)] + lane.arguments(of: tenant))
    }

    /// Stores an attempt of a pending delivery.
    /// - Returns: false if the delivery is gone or no longer pending.
    func record(
        _ attempt: DeliveryAttempt, ofDelivery cursor: Int64, state: DeliveryState, due: Timestamp?
    ) throws -> Bool {
        guard
            let row = try first(
                "SELECT attempts FROM delivery WHERE cursor = ? AND state = 'pending'", [.integer(cursor)])
        else { return false }
        let attempts = (try row.json("attempts").arrayValue ?? []) + [attempt.json]
        return try change(
            "UPDATE delivery SET attempts = ?, state = ?, due = ? WHERE cursor = ? AND state = 'pending'",
            [.json(.array(attempts)), .text(state.rawValue), .time(orNull: due), .integer(cursor)]) == 1
    }

    /// Ends all pending deliveries to an endpoint, of every tenant.
    func failDeliveries(to endpoint: Int64, _ attempt: DeliveryAttempt) throws {
        let pending = try query(
            "SELECT cursor FROM delivery WHERE endpoint = ? AND state = 'pending' ORDER BY cursor",
            [.integer(endpoint)])
        for row in pending {
            _ = try record(attempt, ofDelivery: try row.integer("cursor"), state: .failed, due: nil)
        }
    }

    /// Connects the deliveries of a loaded tenant to its endpoints with their URLs, and those without one to none (0).
    func attachDeliveries(of tenant: String) throws {
        try run(
            """
            UPDATE delivery SET endpoint = coalesce((
                SELECT min(id) FROM webhook_endpoint WHERE url = delivery.url AND (tenant = ? OR tenant IS NULL)
            ), 0) WHERE tenant = ?
            """, .texts([tenant, tenant]))
        // A due attempt is made, whatever the delivery's state.
        try run("UPDATE delivery SET due = NULL WHERE tenant = ? AND state != 'pending'", [.text(tenant)])
    }

    func lanes(of tenant: String) throws -> [DeliveryLane] {
        try query(
            "SELECT DISTINCT endpoint, object FROM delivery WHERE tenant = ? AND state = 'pending'", [.text(tenant)]
        ).map(DeliveryLane.init)
    }
}

/// A delivery to be queued.
struct NewDelivery: Sendable {
    let webhook: String
    let url: String
    let body: String
    let position: Int64
    let heldUntil: Timestamp?
    let isBadlySigned: Bool
}

extension DeliveryLane {
    init(_ row: StorageRow) throws(SandboxStoreError) {
        self.init(endpoint: try row.integer("endpoint"), object: try row.text("object"))
    }

    fileprivate func arguments(of tenant: String) -> [StorageValue] {
        [.text(tenant), .integer(endpoint), .text(object)]
    }
}
