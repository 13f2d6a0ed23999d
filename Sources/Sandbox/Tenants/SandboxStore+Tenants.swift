import GRDB
import ToqueCrypto
import ToqueEncoding

extension SandboxStore {
    /// All tenants, by id.
    func tenants() async throws -> [Tenant] {
        try await access { database in
            try Row.fetchAll(database, sql: "SELECT id, is_configured FROM tenant ORDER BY id").map {
                Tenant(id: $0["id"], isConfigured: $0["is_configured"])
            }
        }
    }

    /// Makes the key a tenant, or gives the tenant this secret.
    /// - Parameters:
    ///   - clock: of a new tenant.
    ///   - plant: called for a new tenant.
    /// - Returns: false where there was one.
    @discardableResult
    func admit(
        _ key: APIKey, isConfigured: Bool, clock: TenantClock,
        plant: @escaping @Sendable (Transaction) throws -> Void
    ) async throws -> Bool {
        let hash = KeyHash(key, random: SystemRandom())
        let isNew = try await access { database in
            let isNew =
                try Int.fetchOne(database, sql: "SELECT 1 FROM tenant WHERE id = ?", arguments: [key.id]) == nil
            try database.execute(
                sql: """
                    INSERT INTO tenant (id, key_hash, is_configured, frozen_at, clock_offset) VALUES (?, ?, ?, ?, ?)
                    ON CONFLICT (id) DO UPDATE SET key_hash = excluded.key_hash, is_configured = excluded.is_configured
                    """,
                arguments: [
                    key.id, hash.description, isConfigured, clock.frozenAt?.microseconds, clock.offset.microseconds,
                ])
            return isNew
        }
        if isNew {
            agenda.setClock(clock, of: key.id)
            try await write(key.id, plant)
        }
        keys.set(hash, for: key.id)
        return isNew
    }

    /// Of the keys that an earlier configuration named, those that this one does not name are no longer taken. What
    /// they own is kept.
    func retireConfiguredTenants(but ids: [String]) async throws {
        for tenant in try await tenants() where tenant.isConfigured && !ids.contains(tenant.id) {
            keys.remove(tenant.id)
        }
    }

    /// Forgets everything that a tenant owns, and its time.
    func clear(_ tenant: String, clock: TenantClock) async throws {
        try await access(tenant: tenant) { database in
            for table in Schema.tenantTables {
                try database.execute(sql: "DELETE FROM \(table) WHERE tenant = ?", arguments: [tenant])
            }
            try database.execute(
                sql: "UPDATE tenant SET frozen_at = ?, clock_offset = ?, ordinal = 0, scenario = NULL WHERE id = ?",
                arguments: [clock.frozenAt?.microseconds, clock.offset.microseconds, tenant])
        }
        agenda.setClock(clock, of: tenant)
    }

    /// Ends a tenant with everything that it owns.
    func remove(_ tenant: String) async throws {
        keys.remove(tenant)
        try await clear(tenant, clock: TenantClock())
        try await access { database in
            try database.execute(sql: "DELETE FROM webhook_endpoint WHERE tenant = ?", arguments: [tenant])
            try database.execute(sql: "DELETE FROM tenant WHERE id = ?", arguments: [tenant])
        }
        agenda.remove(tenant)
    }
}
