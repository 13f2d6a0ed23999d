import GRDB
import ToqueEncoding

extension Transaction {
    // MARK: Sending

    /// Queues a webhook for every endpoint of this tenant, committed together with the change that causes it.
    public func send(_ webhook: Webhook) throws {
        let endpoints = try webhookEndpoints()
        if endpoints.isEmpty { return }
        let body = webhook.body.serialized()
        for endpoint in endpoints {
            try queue(
                body, of: webhook.id, on: DeliveryLane(endpoint: endpoint.number, object: webhook.object),
                url: endpoint.url,
                copies: webhook.faults.contains(.duplicateWebhooks) ? 2 : 1,
                isReordered: webhook.faults.contains(.reorderedWebhooks),
                isBadlySigned: webhook.faults.contains(.badlySignedWebhooks))
        }
    }

    /// Appends deliveries to a lane. If the lane ends with a webhook on hold, they go before it, and it follows
    /// immediately after them.
    private func queue(
        _ body: String, of webhook: String, on lane: DeliveryLane, url: String, copies: Int, isReordered: Bool,
        isBadlySigned: Bool = false
    ) throws {
        var position: Int64
        var heldUntil: Timestamp?
        if let held = try takeHeld(on: lane) {
            position = held
            try run(
                "UPDATE delivery SET position = position + ? WHERE \(DeliveryLane.isPending) AND position >= ?",
                [copies] + lane.arguments(of: tenant) + [held])
        } else {
            position = try lastPosition(on: lane) + 1
            // Only the first copy is held: the others wait behind it.
            heldUntil = isReordered ? now + store.provider.deliveryRules.longestHold : nil
        }
        for _ in 0..<copies {
            try run(
                """
                INSERT INTO delivery (tenant, webhook, endpoint, url, object, body, position, held_until, is_badly_signed)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    tenant, webhook, lane.endpoint, url, lane.object, body, position, heldUntil?.microseconds,
                    isBadlySigned ? true : nil,
                ])
            position += 1
            heldUntil = nil
        }
        try promote(lane, at: now)
        changes.insert(.deliveries)
    }

    /// Releases the lane's webhook on hold.
    /// - Returns: its position; nil if no webhook is on hold.
    private func takeHeld(on lane: DeliveryLane) throws -> Int64? {
        let statement = try database.cachedStatement(
            sql: """
                SELECT cursor, position FROM delivery WHERE \(DeliveryLane.isPending) AND held_until > ?
                ORDER BY position LIMIT 1
                """)
        guard
            let row = try Row.fetchOne(
                statement, arguments: lane.arguments(of: tenant) + [now.microseconds])
        else { return nil }
        try run("UPDATE delivery SET held_until = NULL, due = NULL WHERE cursor = ?", [row["cursor"] as Int64])
        return row["position"]
    }

    private func lastPosition(on lane: DeliveryLane) throws -> Int64 {
        let statement = try database.cachedStatement(
            sql: "SELECT max(position) FROM delivery WHERE \(DeliveryLane.isPending)")
        return try Int64.fetchOne(statement, arguments: lane.arguments(of: tenant)) ?? 0
    }

    /// Queues a delivery's webhook again, for the same endpoint, as the newest of its object.
    /// - Throws: `SandboxError` 404 if there is no such delivery, 400 if its endpoint was removed.
    public func replayDelivery(_ id: String) throws -> Delivery {
        guard let cursor = Int64(id), let row = try row(ofDelivery: cursor) else {
            throw SandboxError.notFound("There is no delivery with this id.")
        }
        let endpoint: Int64 = row["endpoint"]
        guard try webhookEndpoints().contains(where: { $0.number == endpoint }) else {
            throw SandboxError.invalidStatus("The delivery's endpoint was removed; add its URL as a new one.")
        }
        try queue(
            row["body"], of: row["webhook"], on: DeliveryLane(endpoint: endpoint, object: row["object"]),
            url: row["url"], copies: 1, isReordered: false)
        guard let replay = try self.row(ofDelivery: database.lastInsertedRowID) else {
            throw SandboxStoreError("a delivery that was queued is not there")
        }
        return try Delivery(replay)
    }
}

/// The delivery log.
extension ReadTransaction {
    /// Returns deliveries in the order in which they were queued.
    /// - Parameters:
    ///   - cursor: only deliveries after it; 0 for all.
    ///   - object: only deliveries about this object.
    ///   - state: only deliveries in this state.
    public func deliveries(
        after cursor: Int64 = 0, limit: Int, object: String? = nil, state: DeliveryState? = nil
    ) throws -> [Delivery] {
        var conditions = "tenant = ? AND cursor > ?"
        var arguments: StatementArguments = [tenant, cursor]
        if let object {
            conditions += " AND object = ?"
            arguments += [object]
        }
        if let state {
            conditions += " AND state = ?"
            arguments += [state.rawValue]
        }
        let statement = try database.cachedStatement(
            sql: "SELECT * FROM delivery WHERE \(conditions) ORDER BY cursor LIMIT ?")
        return try Row.fetchAll(statement, arguments: arguments + [limit]).map(Delivery.init)
    }

    /// Deliveries before a cursor, newest first.
    /// - Parameter depth: the number of deliveries that a search by state looks at.
    package func newestDeliveries(
        before cursor: Int64 = .max, object: String? = nil, state: DeliveryState? = nil, limit: Int, depth: Int = 10_000
    ) throws -> LogSearch<Delivery> {
        try search("delivery", before: cursor, object: object, limit: limit, depth: depth) { delivery in
            state.map { $0.rawValue == delivery["state"] } ?? true
        } read: {
            try Delivery($0)
        } cursor: {
            $0.cursor
        }
    }

    /// A delivery of the log; nil if there is none with this id.
    package func delivery(_ id: String) throws -> Delivery? {
        try Int64(id).flatMap { try row(ofDelivery: $0) }.map { try Delivery($0) }
    }

    fileprivate func row(ofDelivery cursor: Int64) throws -> Row? {
        try Row.fetchOne(
            database.cachedStatement(sql: "SELECT * FROM delivery WHERE cursor = ? AND tenant = ?"),
            arguments: [cursor, tenant])
    }
}

extension Delivery {
    fileprivate init(_ row: Row) throws {
        self.init(
            cursor: row["cursor"], webhook: row["webhook"], endpoint: String(row["endpoint"] as Int64),
            url: row["url"], object: row["object"], body: try JSON(parsing: row["body"] as String),
            state: try Self.state(row["state"]),
            attempts: try JSON(parsing: row["attempts"] as String).arrayValue ?? [],
            due: (row["due"] as Int64?).map(Timestamp.init(microseconds:)))
    }

    private static func state(_ text: String) throws -> DeliveryState {
        guard let state = DeliveryState(rawValue: text) else {
            throw SandboxStoreError("the state of a delivery is \"\(text)\"; the database was changed by hand")
        }
        return state
    }
}
