import ToqueEncoding

/// The log of webhook deliveries.
extension StorageSession {
    /// Returns deliveries in the order in which they were queued.
    /// - Parameters:
    ///   - cursor: only deliveries after it; 0 for all.
    ///   - object: only deliveries about this object.
    ///   - state: only deliveries in this state.
    func deliveries(
        after cursor: Int64, limit: Int, object: String?, state: DeliveryState?, of tenant: String
    ) throws -> [Delivery] {
        var conditions = "tenant = ? AND cursor > ?"
        if object != nil { conditions += " AND object = ?" }
        if state != nil { conditions += " AND state = ?" }
        return try query(
            "SELECT \(QueuedDelivery.columns) FROM delivery WHERE \(conditions) ORDER BY cursor LIMIT ?",
            [.text(tenant), .integer(cursor)] + .texts([object, state?.rawValue].compactMap(\.self))
                + [.integer(limit)]
        ).map { try QueuedDelivery($0).delivery }
    }

    func delivery(_ cursor: Int64, of tenant: String) throws -> QueuedDelivery? {
        try first(
            "SELECT \(QueuedDelivery.columns) FROM delivery WHERE cursor = ? AND tenant = ?",
            [.integer(cursor), .text(tenant)]
        ).map(QueuedDelivery.init)
    }

    func newestDelivery(of tenant: String) throws -> QueuedDelivery? {
        try first(
            "SELECT \(QueuedDelivery.columns) FROM delivery WHERE tenant = ? ORDER BY cursor DESC LIMIT 1",
            [.text(tenant)]
        ).map(QueuedDelivery.init)
    }

    /// The number of deliveries that have neither arrived nor failed.
    func pendingDeliveries(of tenant: String) throws -> Int {
        try first("SELECT count(*) AS count FROM delivery WHERE tenant = ? AND state = 'pending'", [.text(tenant)])?
            .int("count") ?? 0
    }

    /// Tenants with pending deliveries, due now or later.
    func tenantsWithDeliveries() throws -> [String] {
        try query("SELECT DISTINCT tenant FROM delivery WHERE due IS NOT NULL ORDER BY tenant", []).map {
            try $0.text("tenant")
        }
    }
}

/// A row of the log.
struct QueuedDelivery: Sendable {
    let delivery: Delivery
    let lane: DeliveryLane
    /// As stored.
    let body: String

    static let columns = "cursor, webhook, endpoint, url, object, body, state, attempts, due"

    init(_ row: StorageRow) throws {
        lane = try DeliveryLane(row)
        body = try row.text("body")
        delivery = Delivery(
            cursor: try row.integer("cursor"), webhook: try row.text("webhook"), endpoint: String(lane.endpoint),
            url: try row.text("url"), object: lane.object, body: try JSON(parsing: body),
            state: try Self.state(try row.text("state")), attempts: try row.json("attempts").arrayValue ?? [],
            due: try row.optionalTime("due"))
    }

    private static func state(_ text: String) throws(SandboxStoreError) -> DeliveryState {
        guard let state = DeliveryState(rawValue: text) else {
            throw SandboxStoreError("the state of a delivery is \"\(text)\"; the database was changed by hand")
        }
        return state
    }
}
