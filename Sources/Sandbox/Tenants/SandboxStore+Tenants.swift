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
        try await access(.everything, isReading: true) { session in
            try session.tenants().map { Tenant(id: $0.id, isConfigured: $0.isConfigured) }
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
        return try await access(.tenant(key.id), committed: admitted) { [self] session in
            let isNew = try session.tenant(key.id) == nil
            try session.admit(key.id, hash, isConfigured: isConfigured)
            if isNew { try renew(key.id, clock: clock, session, plant) }
            try secrets.save(key, session)
            return (isNew, try readSecrets(of: key.id, session))
        }.0
    }

    /// Revokes the keys of earlier configurations that this one does not name. Their data is kept.
    func retireConfiguredTenants(but ids: [String]) async throws {
        retire(but: ids)
        for tenant in try await tenants() where tenant.isConfigured && !ids.contains(tenant.id) {
            keys.remove(tenant.id)
        }
    }

    /// Sets a tenant's time and replaces its history, atomically: if the body throws, nothing changes.
    /// - Parameter body: adds the tenant's new content.
    func renew(
        _ tenant: String, clock: TenantClock, _ body: @escaping @Sendable (Transaction) throws -> Void
    ) async throws {
        try await access(.tenant(tenant), committed: { [agenda] in agenda.setClock(clock, of: tenant) }) { [self] in
            try renew(tenant, clock: clock, $0, body)
        }
    }

    private func renew(
        _ tenant: String, clock: TenantClock, _ session: any StorageSession, _ body: (Transaction) throws -> Void
    ) throws {
        objects.removeAll(of: tenant)
        if storage.isShared { try session.advanceRevision(of: tenant) }
        // The tenant was deleted while this waited: new content would have no owner, and its timers would fire.
        guard try session.renew(tenant, clock) else {
            throw SandboxError.noTenant
        }
        try body(Transaction(session, self, of: tenant, at: clock.now(baseNow)))
    }

    /// Moves, freezes or resumes a tenant's time.
    /// - Parameter isLeased: true inside of `withLease`, so that an instance that was paused there for too long does
    ///   not set back the clock that another one has moved since.
    /// - Throws: `SandboxError` with status 503 if the lease is lost.
    func setClock(_ clock: TenantClock, of tenant: String, isLeased: Bool = false) async throws {
        try await access(.tenant(tenant), committed: { self.agenda.setClock(clock, of: tenant) }) {
            [leases] session -> Void in
            if isLeased, let leases, try !leases.isOwn(.clock(of: tenant), session) { throw SandboxError.tenantBusy }
            try session.setClock(clock, of: tenant)
        }
    }

    /// Deletes a tenant with all its data. Its key is accepted until that is durable.
    func remove(_ tenant: String) async throws {
        try await access(
            .tenant(tenant), announces: false, committed: { [self] _ in forget(tenant) },
            { [self] session in
                objects.removeAll(of: tenant)
                try session.remove(tenant)
            })
    }
}

extension SandboxError {
    static let noTenant = SandboxError.notFound("There is no API key with this id.")
    static let wrongKey = SandboxError(
        status: 401, code: "authentication_failed",
        message: "The API key is missing or wrong; send HTTP Basic with the key's id and secret.")
}
