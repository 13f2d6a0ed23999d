import GRDB
import ToqueEncoding

/// A tenant loaded from a database, with its differences from a new one.
public struct ResumedTenant: Sendable, Hashable {
    /// Of the API key.
    public let id: String
    /// The default scenario that control set.
    public let scenario: String?
    public let clock: TenantClock
    /// The number of pending timers.
    public let timers: Int

    public init(id: String, scenario: String? = nil, clock: TenantClock = TenantClock(), timers: Int = 0) {
        self.id = id
        self.scenario = scenario
        self.clock = clock
        self.timers = timers
    }
}

extension SandboxStore {
    /// All tenants of the database, by id.
    func resumedTenants() async throws -> [ResumedTenant] {
        try await access { database in
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT id, scenario, frozen_at, clock_offset,
                        (SELECT count(*) FROM timer WHERE timer.tenant = tenant.id) AS timers
                    FROM tenant ORDER BY id
                    """)
            return rows.map { row in
                ResumedTenant(
                    id: row["id"], scenario: row["scenario"],
                    clock: TenantClock(
                        frozenAt: (row["frozen_at"] as Int64?).map(Timestamp.init(microseconds:)),
                        offset: .microseconds(row["clock_offset"])),
                    timers: row["timers"])
            }
        }
    }
}
