/// The latest requests of each tenant, with one cursor for each tenant that grows with each entry.
public protocol Journal: Sendable {
    /// Returns once the entry is kept as long as the tenant's data. An entry that cannot be kept counts as a loss.
    func append(_ entry: JournalEntry) async

    /// All kept entries, oldest first.
    var entries: [JournalEntry] { get async throws }

    /// The entries of one tenant, including the strays in its journal.
    /// - Parameters:
    ///   - tenant: the id of its API key.
    ///   - cursor: entries after this one.
    ///   - limit: the maximum number of entries, at least 1.
    ///   - filter: selects the entries.
    func page(tenant: String, after cursor: Int64, limit: Int, where filter: JournalFilter) async throws -> JournalPage

    /// The newest entries of one tenant, newest first.
    /// - Parameters:
    ///   - tenant: the id of its API key.
    ///   - start: entries after this cursor.
    ///   - end: entries before this cursor.
    ///   - limit: the maximum number of entries.
    func newest(tenant: String, after start: Int64, before end: Int64, limit: Int) async throws -> [JournalEntry]

    /// A tenant's entry by its cursor, or else the newest one with this request id, which clients may choose.
    func entry(_ id: String, tenant: String) async throws -> JournalEntry?

    /// The number of a tenant's matching entries, and whether the number is exact: false once an entry that may have
    /// matched was forgotten.
    func count(tenant: String, where filter: JournalFilter) async throws -> (count: Int, isComplete: Bool)

    /// Forgets a tenant's requests and its losses. Cursors continue.
    func reset(tenant: String) async throws

    /// Forgets a deleted tenant.
    func remove(tenant: String) async throws

    /// A signal after each further request of the tenant; read the next `page` at each. Ends with the sandbox.
    func follow(tenant: String) -> AsyncStream<Void>

    /// Ends all signals.
    func finish()
}

extension Journal {
    public func page(
        tenant: String, after cursor: Int64 = 0, where filter: JournalFilter = JournalFilter()
    ) async throws -> JournalPage {
        try await page(tenant: tenant, after: cursor, limit: 100, where: filter)
    }

    public func newest(tenant: String, limit: Int) async throws -> [JournalEntry] {
        try await newest(tenant: tenant, after: 0, before: .max, limit: limit)
    }
}
