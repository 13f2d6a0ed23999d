import ToqueEncoding

/// Tenants and what the sandbox keeps about each.
extension StorageSession {
    private var columns: String { "id, key_hash, is_configured, frozen_at, clock_offset, ordinal, scenario, revision" }

    func tenants() throws -> [TenantRecord] {
        try query("SELECT \(columns) FROM tenant ORDER BY id", []).map(TenantRecord.init)
    }

    func tenant(_ id: String) throws -> TenantRecord? {
        try first("SELECT \(columns) FROM tenant WHERE id = ?", [.text(id)]).map(TenantRecord.init)
    }

    func hasTenant(_ id: String) throws -> Bool {
        try first("SELECT 1 AS found FROM tenant WHERE id = ?", [.text(id)]) != nil
    }

    /// The number of a tenant's pending timers.
    func timerCount(of tenant: String) throws -> Int {
        try first("SELECT count(*) AS count FROM timer WHERE tenant = ?", [.text(tenant)])?.int("count") ?? 0
    }

    /// Makes the key a tenant, or changes its secret.
    func admit(_ id: String, _ hash: KeyHash, isConfigured: Bool) throws {
        try run(
            """
            INSERT INTO tenant (id, key_hash, is_configured) VALUES (?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET key_hash = excluded.key_hash, is_configured = excluded.is_configured
            """, [.text(id), .text(hash.description), .flag(isConfigured)])
    }

    /// The objects of the tenant have changed, for other processes that remember them.
    func advanceRevision(of tenant: String) throws {
        try run("UPDATE tenant SET revision = revision + 1 WHERE id = ?", [.text(tenant)])
    }

    func setClock(_ clock: TenantClock, of tenant: String) throws {
        try run(
            "UPDATE tenant SET frozen_at = ?, clock_offset = ? WHERE id = ?",
            [.time(orNull: clock.frozenAt), .integer(clock.offset.microseconds), .text(tenant)])
    }

    /// The number of the operation among those that use the seed.
    func nextOrdinal(of tenant: String) throws -> Int64 {
        try first("UPDATE tenant SET ordinal = ordinal + 1 WHERE id = ? RETURNING ordinal", [.text(tenant)])?
            .integer("ordinal") ?? 0
    }

    func resume(ordinal: Int64, scenario: String?, of tenant: String) throws {
        try run(
            "UPDATE tenant SET ordinal = ?, scenario = ? WHERE id = ?",
            [.integer(ordinal), .text(orNull: scenario), .text(tenant)])
    }

    /// Removes a tenant's history and begins a new one at a time.
    /// - Returns: false if there is no such tenant.
    func renew(_ tenant: String, _ clock: TenantClock) throws -> Bool {
        try removeHistory(of: tenant)
        return try change(
            "UPDATE tenant SET frozen_at = ?, clock_offset = ?, ordinal = 0, scenario = NULL WHERE id = ?",
            [.time(orNull: clock.frozenAt), .integer(clock.offset.microseconds), .text(tenant)]) == 1
    }

    func remove(_ tenant: String) throws {
        try removeHistory(of: tenant)
        try removeRequests(of: tenant)
        for table in ["webhook_endpoint", "tenant_secret", "claim"] {
            try run("DELETE FROM \(table) WHERE tenant = ?", [.text(tenant)])
        }
        try run("DELETE FROM tenant WHERE id = ?", [.text(tenant)])
    }

    /// `webhook_endpoint` is not a part of the history: a listener keeps listening when a test starts over. Nor are keys
    /// and secrets, which others know. The counts go before the statuses that they count.
    private func removeHistory(of tenant: String) throws {
        for table in [
            "object", "timer", "one_time_value", "setting", "object_scenario", "event", "object_count",
            "object_status", "ceremony", "delivery", "idempotent_answer",
        ] { try run("DELETE FROM \(table) WHERE tenant = ?", [.text(tenant)]) }
    }

    /// True for a tenant without history and without pending timers.
    func isUntouched(_ tenant: String) throws -> Bool {
        try ["event", "timer", "delivery"].allSatisfy { table in
            try first("SELECT 1 AS found FROM \(table) WHERE tenant = ? LIMIT 1", [.text(tenant)]) == nil
        }
    }

    // MARK: Scenarios

    func scenario(ofObject object: String, of tenant: String) throws -> String? {
        try first(
            "SELECT scenario FROM object_scenario WHERE tenant = ? AND object = ?", .texts([tenant, object])
        )?.text("scenario")
    }

    /// - Parameter scenario: nil removes it.
    func setScenario(_ scenario: String?, ofObject object: String, of tenant: String) throws {
        guard let scenario else {
            try run("DELETE FROM object_scenario WHERE tenant = ? AND object = ?", .texts([tenant, object]))
            return
        }
        try run(
            """
            INSERT INTO object_scenario (tenant, object, scenario) VALUES (?, ?, ?)
            ON CONFLICT (tenant, object) DO UPDATE SET scenario = excluded.scenario
            """, .texts([tenant, object, scenario]))
    }

    /// The default scenario that control set, if any.
    func defaultScenario(of tenant: String) throws -> String? {
        try first("SELECT scenario FROM tenant WHERE id = ?", [.text(tenant)])?.optionalText("scenario")
    }

    func setDefaultScenario(_ scenario: String?, of tenant: String) throws {
        try run("UPDATE tenant SET scenario = ? WHERE id = ?", [.text(orNull: scenario), .text(tenant)])
    }

    // MARK: Secrets

    /// By their names.
    func secrets(of tenant: String) throws -> [String: String] {
        let rows = try query("SELECT name, value FROM tenant_secret WHERE tenant = ?", [.text(tenant)])
        return Dictionary(
            try rows.map { (try $0.text("name"), try $0.text("value")) }, uniquingKeysWith: { first, _ in first })
    }

    func setSecret(_ name: String, _ value: String, of tenant: String) throws {
        try run(
            """
            INSERT INTO tenant_secret (tenant, name, value) VALUES (?, ?, ?)
            ON CONFLICT (tenant, name) DO UPDATE SET value = excluded.value
            """, .texts([tenant, name, value]))
    }
}

/// A tenant as stored.
struct TenantRecord: Sendable {
    let id: String
    /// nil if it is no hash, so that no secret matches.
    let keyHash: KeyHash?
    let isConfigured: Bool
    let clock: TenantClock
    /// The number of its operations that used the seed.
    let ordinal: Int64
    /// The default scenario that control set.
    let scenario: String?
    /// Grows with each operation that changes objects, if several processes share the database.
    let revision: Int64

    init(_ row: StorageRow) throws(SandboxStoreError) {
        id = try row.text("id")
        keyHash = KeyHash(try row.text("key_hash"))
        isConfigured = try row.flag("is_configured")
        clock = TenantClock(
            frozenAt: try row.optionalTime("frozen_at"), offset: .microseconds(try row.integer("clock_offset")))
        ordinal = try row.integer("ordinal")
        scenario = try row.optionalText("scenario")
        revision = try row.integer("revision")
    }
}
