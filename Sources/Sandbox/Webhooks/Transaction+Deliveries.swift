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
        if let held = try session.takeHeld(on: lane, at: now, of: tenant) {
            position = held
            try session.moveBack(by: copies, from: held, on: lane, of: tenant)
        } else {
            position = try session.lastPosition(on: lane, of: tenant) + 1
            // Only the first copy is held: the others wait behind it.
            heldUntil = isReordered ? now + store.provider.deliveryRules.longestHold : nil
        }
        for _ in 0..<copies {
            try session.add(
                NewDelivery(
                    webhook: webhook, url: url, body: body, position: position, heldUntil: heldUntil,
                    isBadlySigned: isBadlySigned), on: lane, of: tenant)
            position += 1
            heldUntil = nil
        }
        try session.promote(lane, at: now, of: tenant)
        changes.insert(.deliveries)
    }

    /// Queues a delivery's webhook again, for the same endpoint, as the newest of its object.
    /// - Throws: `SandboxError` 404 if there is no such delivery, 400 if its endpoint was removed.
    public func replayDelivery(_ id: String) throws -> Delivery {
        guard let cursor = Int64(id), let queued = try session.delivery(cursor, of: tenant) else {
            throw SandboxError.notFound("There is no delivery with this id.")
        }
        guard try webhookEndpoints().contains(where: { $0.number == queued.lane.endpoint }) else {
            throw SandboxError.invalidStatus("The delivery's endpoint was removed; add its URL as a new one.")
        }
        try queue(
            queued.body, of: queued.delivery.webhook, on: queued.lane, url: queued.delivery.url, copies: 1,
            isReordered: false)
        guard let replay = try session.newestDelivery(of: tenant) else {
            throw SandboxStoreError("a delivery that was queued is not there")
        }
        return replay.delivery
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
        try session.deliveries(after: cursor, limit: limit, object: object, state: state, of: tenant)
    }

    /// Deliveries before a cursor, newest first.
    /// - Parameter depth: the number of deliveries that a search by state looks at.
    package func newestDeliveries(
        before cursor: Int64 = .max, object: String? = nil, state: DeliveryState? = nil, limit: Int, depth: Int = 10_000
    ) throws -> LogSearch<Delivery> {
        try session.search(
            "delivery", columns: QueuedDelivery.columns, before: cursor, object: object, limit: limit, depth: depth,
            of: tenant
        ) { row in
            guard let state else { return true }
            return try row.text("state") == state.rawValue
        } read: {
            try QueuedDelivery($0).delivery
        } cursor: {
            $0.cursor
        }
    }

    /// A delivery of the log; nil if there is none with this id.
    package func delivery(_ id: String) throws -> Delivery? {
        try Int64(id).flatMap { try session.delivery($0, of: tenant) }?.delivery
    }
}
