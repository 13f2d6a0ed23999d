import ToqueEncoding

/// Timers, in the tenant's time.
extension StorageSession {
    /// The tenant's earliest due timer, and its row; nil if none is due.
    func dueTimer(of tenant: String, at now: Timestamp) throws -> (timer: SandboxTimer, sequence: Int64)? {
        try first(
            """
            SELECT sequence, due, kind, subject FROM timer WHERE tenant = ? AND due <= ?
            ORDER BY due, sequence LIMIT 1
            """, [.text(tenant), .time(now)]
        ).map { (try SandboxTimer($0), try $0.integer("sequence")) }
    }

    func nextDue(of tenant: String) throws -> Timestamp? {
        try first("SELECT min(due) AS due FROM timer WHERE tenant = ?", [.text(tenant)])?.optionalTime("due")
    }

    /// The next due time of each tenant that has timers.
    func nextDues() throws -> [String: Timestamp] {
        let rows = try query("SELECT tenant, min(due) AS due FROM timer GROUP BY tenant", [])
        return Dictionary(
            try rows.map { (try $0.text("tenant"), try $0.time("due")) }, uniquingKeysWith: { first, _ in first })
    }

    /// The pending timers, the next first.
    /// - Parameter object: only this object's.
    func timers(of object: String?, limit: Int, of tenant: String) throws -> [SandboxTimer] {
        // With the time as an expression, SQLite looks for an object's timers instead of reading all in their order.
        let (condition, order) = object == nil ? ("", "due") : (" AND subject = ?", "due + 0")
        return try query(
            "SELECT due, kind, subject FROM timer WHERE tenant = ?\(condition) ORDER BY \(order), sequence LIMIT ?",
            .texts([tenant] + [object].compactMap(\.self)) + [.integer(limit)]
        ).map(SandboxTimer.init)
    }

    func add(_ timer: SandboxTimer, of tenant: String) throws {
        try run(
            "INSERT INTO timer (tenant, due, kind, subject) VALUES (?, ?, ?, ?)",
            [.text(tenant), .time(timer.due), .text(timer.kind), .text(timer.subject)])
    }

    /// - Parameter kinds: nil for all.
    /// - Returns: the number of timers.
    func removeTimers(of subject: String, kinds: [String]?, of tenant: String) throws -> Int {
        var condition = "tenant = ? AND subject = ?"
        if let kinds { condition += " AND kind IN (\(kinds.map { _ in "?" }.joined(separator: ", ")))" }
        return try change("DELETE FROM timer WHERE \(condition)", .texts([tenant, subject] + (kinds ?? [])))
    }

    func removeTimer(_ sequence: Int64) throws {
        try run("DELETE FROM timer WHERE sequence = ?", [.integer(sequence)])
    }
}

extension SandboxTimer {
    fileprivate init(_ row: StorageRow) throws(SandboxStoreError) {
        self.init(kind: try row.text("kind"), subject: try row.text("subject"), due: try row.time("due"))
    }
}
