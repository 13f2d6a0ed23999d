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
        try await access(.everything, isReading: true) { session in
            try session.tenants().map {
                ResumedTenant(
                    id: $0.id, scenario: $0.scenario, clock: $0.clock, timers: try session.timerCount(of: $0.id))
            }
        }
    }
}
