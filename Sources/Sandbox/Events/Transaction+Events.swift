import ToqueEncoding

extension Transaction {
    /// Appends to the event log.
    /// - Parameters:
    ///   - type: for example `enrollment.failed`.
    public func emit(_ type: String, kind: String, object: String, data: JSON) throws {
        try session.append(type, kind: kind, object: object, data: data, at: now, of: tenant)
        changes.insert(.events)
        eventCount += 1
    }
}

extension ReadTransaction {
    /// The cursor of the tenant's last event, or 0.
    package func lastEventCursor() throws -> Int64 { try session.lastEventCursor(of: tenant) }

    /// Events after a cursor, oldest first.
    /// - Parameters:
    ///   - type: nil for all; `enrollment.` for all with this prefix.
    package func events(
        after cursor: Int64, type: String? = nil, object: String? = nil, limit: Int
    ) throws -> [SandboxEvent] {
        try session.events(after: cursor, type: type, object: object, limit: limit, of: tenant)
    }

    /// Events before a cursor, newest first.
    /// - Parameters:
    ///   - type: a part of the type; nil for all.
    ///   - depth: the number of the tenant's events that a search by kind or type looks at.
    package func newestEvents(
        before cursor: Int64 = .max, kind: String? = nil, type: String? = nil, object: String? = nil, limit: Int,
        depth: Int = 10_000
    ) throws -> LogSearch<SandboxEvent> {
        try session.search(
            "event", columns: SandboxEvent.columns, before: cursor, object: object, limit: limit, depth: depth,
            of: tenant
        ) { row in
            if let kind, try row.text("kind") != kind { return false }
            guard let type else { return true }
            return try row.text("type").contains(type)
        } read: {
            try SandboxEvent($0)
        } cursor: {
            $0.cursor
        }
    }
}
