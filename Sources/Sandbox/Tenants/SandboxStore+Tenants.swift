import GRDB
import ToqueCrypto
import ToqueEncoding

/// A tenant: the owner of one API key, with objects, time and events of its own.
public struct Tenant: Sendable, Hashable {
    /// The key's id.
    public var id: String
    /// True if the configuration named it, false if control made it.
    public var isConfigured: Bool
}

extension SandboxStore {
    /// All tenants, by id.
    public func tenants() async throws -> [Tenant] {
        try await access { database in
            try Row.fetchAll(database, sql: "SELECT id, is_configured FROM tenant ORDER BY id").map {
                Tenant(id: $0["id"], isConfigured: $0["is_configured"])
            }
        }
    }

    /// Makes the key a tenant, or changes its secret.
    /// - Parameters:
    ///   - clock: of a new tenant.
    ///   - plant: called for a new tenant.
    /// - Returns: false if it existed.
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

    /// Revokes the keys of earlier configurations that this one does not name. Their data is kept.
    func retireConfiguredTenants(but ids: [String]) async throws {
        for tenant in try await tenants() where tenant.isConfigured && !ids.contains(tenant.id) {
            keys.remove(tenant.id)
        }
    }

    /// Sets a tenant's time and replaces its history, atomically: if the body throws, nothing changes.
    /// - Parameter body: adds the tenant's new content.
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
        // The tenant was deleted while this waited: new content would have no owner, and its timers would fire.
        guard database.changesCount == 1 else { throw SandboxError.notFound("There is no API key with this id.") }
        try body(transaction(of: tenant, at: clock.now(baseNow), database))
    }

    private func clear(_ tenant: String, _ tables: [String], _ database: Database) throws {
        objects.removeAll()
        for table in tables {
            try database.execute(sql: "DELETE FROM \(table) WHERE tenant = ?", arguments: [tenant])
        }
    }

    /// Deletes a tenant with all its data. Its key is accepted until that is durable.
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
