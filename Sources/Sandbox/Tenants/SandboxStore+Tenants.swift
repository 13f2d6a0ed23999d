import GRDB
import ToqueCrypto
import ToqueEncoding

/// Who a key belongs to. One API key is one tenant, whose objects, time and events are nobody else's.
public struct Tenant: Sendable, Hashable {
    /// The key's id.
    public var id: String
    /// Named by the configuration, and not made through control.
    public var isConfigured: Bool
}

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
        let admitted = { @Sendable [self] (isNew: Bool, secrets: [String: TenantSecret]) in
            if isNew { agenda.setClock(clock, of: key.id) }
            self.secrets[key.id] = secrets
            keys.set(hash, for: key.id)
        }
        return try await access(tenant: key.id, committed: admitted) { [self] database in
            let isNew =
                try Int.fetchOne(database, sql: "SELECT 1 FROM tenant WHERE id = ?", arguments: [key.id]) == nil
            try database.execute(
                sql: """
                    INSERT INTO tenant (id, key_hash, is_configured) VALUES (?, ?, ?)
                    ON CONFLICT (id) DO UPDATE SET key_hash = excluded.key_hash, is_configured = excluded.is_configured
                    """,
                arguments: [key.id, hash.description, isConfigured])
            if isNew { try renew(key.id, clock: clock, database, plant) }
            try secrets.save(key, database)
            return (isNew, try readSecrets(of: key.id, database))
        }.0
    }

    /// Of the keys that an earlier configuration named, those that this one does not name are no longer taken. What
    /// they own is kept.
    func retireConfiguredTenants(but ids: [String]) async throws {
        for tenant in try await tenants() where tenant.isConfigured && !ids.contains(tenant.id) {
            keys.remove(tenant.id)
        }
    }

    /// Gives a tenant another time, and other things in place of all that happened to it: all of that or, where the
    /// body throws, nothing.
    /// - Parameter body: adds what the tenant has from now on.
    func renew(
        _ tenant: String, clock: TenantClock, _ body: @escaping @Sendable (Transaction) throws -> Void
    ) async throws {
        try await access(tenant: tenant, committed: { [agenda] in agenda.setClock(clock, of: tenant) }) { [self] in
            try renew(tenant, clock: clock, $0, body)
        }
    }

    private func renew(
        _ tenant: String, clock: TenantClock, _ database: Database, _ body: (Transaction) throws -> Void
    ) throws {
        try clear(tenant, DatabaseSchema.tenantTables, database)
        try database.execute(
            sql: "UPDATE tenant SET frozen_at = ?, clock_offset = ?, ordinal = 0, scenario = NULL WHERE id = ?",
            arguments: [clock.frozenAt?.microseconds, clock.offset.microseconds, tenant])
        // Removed while somebody waited to renew it: what it got now would be nobody's, and its timers would fire.
        guard database.changesCount == 1 else { throw SandboxError.notFound("There is no API key with this id.") }
        try body(transaction(of: tenant, at: clock.now(baseNow), database))
    }

    private func clear(_ tenant: String, _ tables: [String], _ database: Database) throws {
        objects.removeAll()
        for table in tables {
            try database.execute(sql: "DELETE FROM \(table) WHERE tenant = ?", arguments: [tenant])
        }
    }

    /// Ends a tenant with everything that it owns. Its key is taken until that is durable.
    func remove(_ tenant: String) async throws {
        try await access(
            committed: { [self] _ in
                keys.remove(tenant)
                secrets[tenant] = [:]
                agenda.remove(tenant)
                deliveries.send(tenant)
            },
            { [self] database in
                try clear(tenant, DatabaseSchema.tenantTables + ["webhook_endpoint", "tenant_secret"], database)
                try database.execute(sql: "DELETE FROM tenant WHERE id = ?", arguments: [tenant])
            })
    }
}
