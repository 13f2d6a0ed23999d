import Logging
import Synchronization
import ToqueEncoding

/// The journal in the database, for several processes. Its cursors are the database's, taken while no other operation
/// of the tenant runs, so that none appears behind a later one.
final class StoredJournal: Journal {
    /// How much a tenant's journal keeps at least.
    struct Limits: Sendable {
        var entries = 10_000
        /// Requests without an accepted key, which displace no others.
        var strays = 1_000
        /// The number of entries that an instance adds before it removes the oldest ones.
        var slack = 100
    }

    private let store: SandboxStore
    private let limits: Limits
    private let losses: Counter
    private let logger: Logger
    private let signals = JournalSignals()
    /// Entries since the last removal, by tenant.
    private let added = Mutex<[String: Int]>([:])

    /// - Parameter losses: counts the displaced entries of all tenants.
    init(_ store: SandboxStore, _ limits: Limits = Limits(), losses: Counter = Counter(), logger: Logger) {
        self.store = store
        self.limits = limits
        self.losses = losses
        self.logger = logger
    }

    func append(_ entry: JournalEntry) async {
        let isFull = added.withLock { added in
            let count = (added[entry.tenant] ?? 0) + 1
            added[entry.tenant] = count < limits.slack ? count : 0
            return count >= limits.slack
        }
        do {
            let lost = try await store.access(.tenant(entry.tenant), announces: false) { [limits] session in
                try session.append(entry)
                guard isFull else { return 0 }
                return try session.removeRequests(of: entry.tenant, areStrays: false, but: limits.entries)
                    + session.removeRequests(of: entry.tenant, areStrays: true, but: limits.strays)
            }
            losses.add(lost)
            signals.send(entry.tenant)
        } catch {
            losses.add()
            guard !store.health.covers(error) else { return }
            logger.error("a request could not be written to the journal: \(error)")
        }
    }

    var entries: [JournalEntry] {
        get async throws {
            try await store.access(.everything, isReading: true) { session in
                try session.tenantsWithRequests().flatMap {
                    try session.requests(of: $0, after: 0, before: .max, newestFirst: false, limit: .max)
                }
            }.sorted { $0.cursor < $1.cursor }
        }
    }

    /// The number of entries read at a time, so that no search holds up the tenant for long.
    private static let chunk = 200

    func page(
        tenant: String, after cursor: Int64, limit: Int, where filter: JournalFilter
    ) async throws -> JournalPage {
        var (found, last): ([JournalEntry], Int64) = ([], cursor)
        while true {
            let start = last
            let (entries, dropped) = try await store.access(.tenant(tenant), isReading: true, announces: false) {
                (
                    try $0.requests(of: tenant, after: start, before: .max, newestFirst: false, limit: Self.chunk),
                    try $0.requestLosses(of: tenant, areStrays: false).values.reduce(0, +)
                )
            }
            for entry in entries {
                if filter.matches(entry) { found.append(entry) }
                last = entry.cursor
                if found.count == limit { return JournalPage(entries: found, next: last, dropped: dropped) }
            }
            if entries.count < Self.chunk { return JournalPage(entries: found, next: last, dropped: dropped) }
        }
    }

    func newest(
        tenant: String, after start: Int64, before end: Int64, limit: Int
    ) async throws -> [JournalEntry] {
        try await store.access(.tenant(tenant), isReading: true, announces: false) {
            try $0.requests(of: tenant, after: start, before: end, newestFirst: true, limit: limit)
        }
    }

    func entry(_ id: String, tenant: String) async throws -> JournalEntry? {
        try await store.access(.tenant(tenant), isReading: true, announces: false) { session in
            if let cursor = Int64(id), cursor < .max,
                let entry = try session.requests(
                    of: tenant, after: cursor - 1, before: cursor + 1, newestFirst: true, limit: 1
                ).first
            {
                return entry
            }
            return try session.request(id, of: tenant)
        }
    }

    func count(tenant: String, where filter: JournalFilter) async throws -> (count: Int, isComplete: Bool) {
        let page = try await page(tenant: tenant, after: 0, limit: .max, where: filter)
        let lostStrays = try await store.access(.tenant(tenant), isReading: true, announces: false) {
            try $0.requestLosses(of: tenant, areStrays: true).keys
        }
        return (page.entries.count, page.dropped == 0 && !lostStrays.contains(where: filter.admits))
    }

    func reset(tenant: String) async throws {
        try await store.access(.tenant(tenant), announces: false) { try $0.removeRequests(of: tenant) }
    }

    func prune(tenant: String, before time: Timestamp) async throws {
        while true {
            let lost = try await store.access(.tenant(tenant), announces: false) { session in
                try session.removeRequests(of: tenant, before: time, limit: Self.chunk)
            }
            losses.add(lost)
            if lost < Self.chunk { return }
        }
    }

    func remove(tenant: String) async throws { try await reset(tenant: tenant) }

    func follow(tenant: String) -> AsyncStream<Void> { signals.follow(tenant) }

    /// Other processes may have added requests.
    func poke() { signals.sendAll() }

    func finish() { signals.finish() }
}
