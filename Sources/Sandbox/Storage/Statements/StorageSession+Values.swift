import ToqueEncoding

enum StoredClaim {
    /// Begins the names whose claims end by the real clock rather than the tenant's.
    static let realTimePrefix = "idempotency key "
}

/// One-time values, claims, settings and stored answers.
extension StorageSession {
    // MARK: One-time values

    /// The subject of the value, used or not; nil for an unknown value.
    func subject(ofOneTimeValue hash: String, purpose: String, of tenant: String) throws -> String? {
        try first(
            "SELECT subject FROM one_time_value WHERE hash = ? AND purpose = ? AND tenant = ?",
            .texts([hash, purpose, tenant])
        )?.text("subject")
    }

    func tenants(ofOneTimeValue hash: String, purpose: String) throws -> [String] {
        try query(
            "SELECT tenant FROM one_time_value WHERE hash = ? AND purpose = ? ORDER BY tenant", .texts([hash, purpose])
        ).map { try $0.text("tenant") }
    }

    func add(oneTimeValue hash: String, purpose: String, subject: String, of tenant: String) throws {
        try run(
            "INSERT INTO one_time_value (hash, purpose, tenant, subject) VALUES (?, ?, ?, ?)",
            .texts([hash, purpose, tenant, subject]))
    }

    /// - Returns: false if it is unknown, belongs to another subject or was used before.
    func use(oneTimeValue hash: String, purpose: String, subject: String, of tenant: String) throws -> Bool {
        try change(
            """
            UPDATE one_time_value SET used = 1
            WHERE hash = ? AND purpose = ? AND tenant = ? AND subject = ? AND used = 0
            """, .texts([hash, purpose, tenant, subject])) == 1
    }

    // MARK: Settings

    func setting(_ name: String, of tenant: String) throws -> String? {
        try first("SELECT value FROM setting WHERE tenant = ? AND name = ?", .texts([tenant, name]))?.text("value")
    }

    func set(_ name: String, _ value: String, of tenant: String) throws {
        try run(
            """
            INSERT INTO setting (tenant, name, value) VALUES (?, ?, ?)
            ON CONFLICT (tenant, name) DO UPDATE SET value = excluded.value
            """, .texts([tenant, name, value]))
    }

    /// A setting of no tenant.
    func sharedSetting(_ name: String) throws -> String? {
        try first("SELECT value FROM shared_setting WHERE name = ?", [.text(name)])?.text("value")
    }

    /// Sets it unless it has a value.
    func initializeSharedSetting(_ name: String, _ value: String) throws {
        try run(
            "INSERT INTO shared_setting (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING", .texts([name, value]))
    }

    func removeSharedSetting(_ name: String) throws {
        try run("DELETE FROM shared_setting WHERE name = ?", [.text(name)])
    }

    // MARK: Claims

    func hasClaim(_ name: String, of tenant: String, at now: Timestamp) throws -> Bool {
        try first(
            "SELECT expires FROM claim WHERE tenant = ? AND name = ? AND expires > ?",
            .texts([tenant, name]) + [.time(now)]) != nil
    }

    /// Takes a name, and forgets those that are free again by the same clock.
    /// - Returns: false if it is taken, or if the tenant is gone.
    func claim(_ name: String, of tenant: String, at now: Timestamp, until end: Timestamp) throws -> Bool {
        try removeClaims(inRealTime: name.hasPrefix(StoredClaim.realTimePrefix), at: now, of: tenant)
        return try change(
            """
            INSERT INTO claim (tenant, name, expires) SELECT tenant.id, ?, ? FROM tenant WHERE tenant.id = ?
            ON CONFLICT DO NOTHING
            """, [.text(name), .time(end), .text(tenant)]) == 1
    }

    /// Removes the names that are free again.
    func removeClaims(inRealTime isRealTime: Bool, at now: Timestamp, of tenant: String) throws {
        try run(
            "DELETE FROM claim WHERE tenant = ? AND expires <= ? AND name \(isRealTime ? "" : "NOT ")LIKE ?",
            [.text(tenant), .time(now), .text(StoredClaim.realTimePrefix + "%")])
    }

    func release(_ name: String, of tenant: String, at end: Timestamp) throws {
        try run(
            "UPDATE claim SET expires = ? WHERE tenant = ? AND name = ?", [.time(end)] + .texts([tenant, name]))
    }

    // MARK: Stored answers

    /// The digest of the first request with an idempotency key, and the text of its answer.
    func answer(
        toKey key: String, at now: Int64, of tenant: String
    ) throws -> (request: String, answer: String)? {
        try first(
            "SELECT request, answer FROM idempotent_answer WHERE tenant = ? AND key = ? AND expires > ?",
            [.text(tenant), .text(key), .integer(now)]
        ).map { (try $0.text("request"), try $0.text("answer")) }
    }

    /// Stores an answer unless the key has one, and removes those that have expired.
    func keep(
        _ answer: String, toKey key: String, request: String, at now: Int64, until end: Int64, of tenant: String
    ) throws {
        try run("DELETE FROM idempotent_answer WHERE tenant = ? AND expires <= ?", [.text(tenant), .integer(now)])
        try run(
            """
            INSERT INTO idempotent_answer (tenant, key, request, expires, answer) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT DO NOTHING
            """, [.text(tenant), .text(key), .text(request), .integer(end), .text(answer)])
    }
}
