import ToqueEncoding

/// What memory holds of tenants: keys, secrets, clocks and due times. With a database of this process alone, memory is
/// right. With a shared one, the tenant's record is, and memory follows it at the beginning of each operation.
extension SandboxStore {
    /// Takes over a tenant's record.
    /// - Parameter due: the tenant's next due time.
    func adopt(_ record: TenantRecord, due: Timestamp?, _ session: any StorageSession) throws {
        let isKnown = keys.hash(of: record.id) == record.keyHash
        if !isKnown { secrets[record.id] = try readSecrets(of: record.id, session) }
        // Keys of an earlier configuration stay in the database.
        if let hash = record.keyHash, !isRetired(record) {
            keys.set(hash, for: record.id)
        } else {
            keys.remove(record.id)
        }
        agenda.adopt(record.clock, due: due, of: record.id)
    }

    /// Takes over the records of all tenants.
    /// - Returns: their ids.
    func adoptAll(_ session: any StorageSession) throws -> Set<String> {
        let (records, dues) = (try session.tenants(), try session.nextDues())
        for record in records { try adopt(record, due: dues[record.id], session) }
        return Set(records.map(\.id))
    }

    /// An operation's tenant, as it begins.
    struct Beginning {
        /// The tenant's time.
        let now: Timestamp
        let due: Timestamp?
        /// nil if this process alone changes the database, or without the tenant.
        let revision: Int64?
    }

    /// True if an operation's tenant was removed, perhaps a moment ago in the same transaction.
    func isGone(_ tenant: String, _ start: Beginning, _ session: any StorageSession) throws -> Bool {
        try storage.isShared ? start.revision == nil : !session.hasTenant(tenant)
    }

    /// Takes over the record of an operation's tenant.
    func refresh(_ tenant: String, _ session: any StorageSession) throws -> Beginning {
        guard storage.isShared else {
            return Beginning(now: now(of: tenant), due: agenda.due(of: tenant), revision: nil)
        }
        let losses = health.losses
        guard let record = try session.tenant(tenant) else {
            forget(tenant)
            return Beginning(now: baseNow, due: nil, revision: nil)
        }
        let due = try session.nextDue(of: tenant)
        try adopt(record, due: due, session)
        objects.validate(tenant, revision: record.revision, losses: losses)
        return Beginning(now: record.clock.now(baseNow), due: due, revision: record.revision)
    }

    /// Takes over what other processes changed of one tenant, before its key is checked.
    func refresh(_ tenant: String) async throws {
        guard storage.isShared else { return }
        try await access(.tenant(tenant), isReading: true, announces: false) { [self] session in
            _ = try refresh(tenant, session)
        }
    }

    /// The same for the tenant in an `Authorization` header.
    func refresh(authorization: String?) async throws {
        guard storage.isShared, let id = APIKeys.id(authorization: authorization) else { return }
        try await refresh(id)
    }

    /// Takes over what other processes changed of all tenants: new and removed ones, and the due times for which
    /// nobody asks.
    func refreshAll() async throws {
        guard storage.isShared else { return }
        // Known before the database is read: a tenant that is added meanwhile is not missing from it.
        let known = keys.ids
        let ids = try await access(.everything, isReading: true) { [self] in try adoptAll($0) }
        for tenant in known where !ids.contains(tenant) { forget(tenant) }
    }

    /// Drops a tenant that is no longer in the database. The webhook sender hears of it once: what it then reads comes
    /// here again.
    func forget(_ tenant: String) {
        let hadKey = keys.remove(tenant)
        secrets[tenant] = [:]
        let hadClock = agenda.remove(tenant)
        if hadKey || hadClock { deliveries.send(tenant) }
    }
}
