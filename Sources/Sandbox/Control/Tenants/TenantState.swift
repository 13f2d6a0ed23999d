import ToqueEncoding

/// All of a tenant as a JSON file: past events, objects and pending timers, but neither its API key's secret nor its
/// webhook endpoints. One-time values such as codes are hashes; objects are as stored.
struct TenantState: Sendable {
    /// Identifies the file's format.
    private static let format = "toque-sandbox-state"
    /// Version of the members and their content.
    private static let version = 2

    /// Maximum size of a file in bytes.
    static let sizeLimit = 64 << 20

    /// The tenant's time.
    private let now: Timestamp
    private let isFrozen: Bool
    /// The number of the tenant's operations that used the seed. With the same seed and the same key id, later ids are
    /// as they would have been.
    private let ordinal: Int64
    /// Name of the default scenario.
    private let scenario: String?
    /// The rows of each of `StateTable.all`.
    private let tables: [[[StorageValue]]]

    /// - Parameter file: of `json(of:provider:)`.
    /// - Throws: `JSONMemberError` for the first missing, unknown or invalid member.
    init(reading file: JSONReader, provider: any SandboxProvider) throws(JSONMemberError) {
        try file.member("format", expected: Self.format.quoted).expect(Self.format)
        let version = try file.member("version")
        guard try version.int() == Self.version else { throw version.mismatch(expected: "version \(Self.version)") }
        try file.member("provider").expect(provider.name)
        try file.expectNoMembers(
            besides: Set(["format", "version", "provider", "clock", "ordinal", "scenario"])
                .union(StateTable.all.map(\.member)))

        let clock = try file.member("clock")
        try clock.expectNoMembers(besides: ["now", "frozen"])
        let instant = try clock.member("now")
        now = try instant.timestamp()
        guard TenantTime.range.contains(now) else { throw instant.mismatch(expected: "an instant of a clock") }
        isFrozen = try clock.member("frozen").bool()
        ordinal = try file.member("ordinal").count()
        scenario = try file.optional("scenario")?.scenario(of: provider)

        var tables: [[[StorageValue]]] = []
        for table in StateTable.all {
            tables.append(
                try file.member(table.member).map { (row) throws(JSONMemberError) in
                    let values = try table.read(row)
                    switch table.name {
                    case "object": try row.checkObject(of: provider)
                    case "object_scenario": _ = try row.member("scenario").scenario(of: provider)
                    default: break
                    }
                    return values
                })
        }
        self.tables = tables
    }

    /// The tenant's time after loading.
    /// - Parameter base: the sandbox's time.
    func clock(at base: Timestamp) -> TenantClock {
        isFrozen ? TenantClock(frozenAt: now) : TenantClock(offset: now - base)
    }

    /// Adds everything to an empty tenant.
    /// - Throws: `SandboxError` for a duplicate entry.
    func insert(_ transaction: Transaction) throws {
        let (session, tenant) = (transaction.session, transaction.tenant)
        try session.resume(ordinal: ordinal, scenario: scenario, of: tenant)
        for (table, rows) in zip(StateTable.all, tables) { try table.insert(rows, transaction) }
        try session.deriveStatuses(of: tenant)
        try transaction.attachDeliveries()
    }

    /// Returns the file of a tenant.
    static func json(of transaction: ReadTransaction, provider: any SandboxProvider) throws -> JSON {
        guard let tenant = try transaction.session.tenant(transaction.tenant) else {
            throw SandboxError.noTenant
        }
        var members: JSONObject = [
            "format": .string(format), "version": .int(version), "provider": .string(provider.name),
            "clock": ["now": .string(transaction.now.description), "frozen": .bool(tenant.clock.frozenAt != nil)],
            "ordinal": .int(tenant.ordinal), "scenario": .text(tenant.scenario),
        ]
        for table in StateTable.all { members[table.member] = try table.rows(transaction) }
        return .object(members)
    }
}

extension JSONReader {
    fileprivate func expect(_ text: String) throws(JSONMemberError) {
        guard try string().isIdentical(to: text) else { throw mismatch(expected: text.quoted) }
    }

    /// An object that the provider cannot read would fail every request that uses it.
    /// - Throws: the provider's error, with the object's id, because a position in a long file says little.
    fileprivate func checkObject(of provider: any SandboxProvider) throws(JSONMemberError) {
        let (kind, id) = (try member("kind").string(), try member("id").string())
        do throws(JSONMemberError) {
            try provider.check(self)
        } catch {
            throw JSONMemberError(
                path: error.path, found: error.found, expected: "\(error.expected), in the \(kind) \(id)")
        }
    }

    /// A name of one of the provider's scenarios.
    fileprivate func scenario(of provider: any SandboxProvider) throws(JSONMemberError) -> String {
        let name = try string()
        guard provider.scenarios.named(name) != nil else { throw mismatch(expected: "the name of a scenario") }
        return name
    }
}

extension Transaction {
    /// Connects the deliveries of a state file to the tenant's endpoints with their URLs. Without such an endpoint,
    /// pending deliveries have failed, as if it had been removed.
    fileprivate func attachDeliveries() throws {
        try session.attachDeliveries(of: tenant)
        try session.removeWebhookEndpoint(0, at: now)
        for lane in try session.lanes(of: tenant) { try session.promote(lane, at: now, of: tenant) }
    }
}
