import ToqueEncoding

/// What memory holds of tenants: keys, secrets, clocks and due times. With a database of this process alone, memory is
/// right. With a shared one, the tenant's record is, and memory follows it at the beginning of each operation.
extension SandboxStore {
    /// Takes over a tenant's record.
    func adopt(_ record: TenantRecord, _ session: any StorageSession) throws {
        let isKnown = keys.hash(of: record.id) == record.keyHash
        if !isKnown { secrets[record.id] = try readSecrets(of: record.id, session) }
        // Keys of an earlier configuration stay in the database.
        if let hash = record.keyHash, !isRetired(record) {
            keys.set(hash, for: record.id)
        } else {
            keys.remove(record.id)
        }
        agenda.setClock(record.clock, of: record.id)
        agenda.setDue(try session.nextDue(of: record.id), of: record.id)
    }

    /// Takes over the record of an operation's tenant.
    /// - Returns: its revision; nil if this process alone changes the database, or without the tenant.
    func refresh(_ tenant: String, _ session: any StorageSession) throws -> Int64? {
        guard storage.isShared else { return nil }
        guard let record = try session.tenant(tenant) else {
            forget(tenant)
            return nil
        }
        try adopt(record, session)
        objects.validate(tenant, revision: record.revision)
        return record.revision
    }

    /// Takes over what other processes changed of one tenant, before its key is checked.
    func refresh(_ tenant: String) async throws {
        guard storage.isShared else { return }
        try await access(.tenant(tenant), isReading: true, announces: false) { [self] session in
            _ = try refresh(tenant, session)
        }
    }

    /// Takes over what other processes changed of all tenants: new and removed ones, and the due times for which
    /// nobody asks.
    func refreshAll() async throws {
        guard storage.isShared else { return }
        let records = try await access(.everything, isReading: true) { [self] session in
            let records = try session.tenants()
            for record in records { try adopt(record, session) }
            return records
        }
        let ids = Set(records.map(\.id))
        for tenant in keys.ids where !ids.contains(tenant) { forget(tenant) }
    }

    /// Drops a tenant that is no longer in the database.
    func forget(_ tenant: String) {
        keys.remove(tenant)
        secrets[tenant] = [:]
        agenda.remove(tenant)
        deliveries.send(tenant)
    }
}
