import Logging
import PostgreSQL
import Testing
import ToqueEncoding
import ToqueTestSupport

@testable import Sandbox

/// As when the first instance of a later version migrates the tables.
@Suite(
    "PostgreSQL: tables that change under a running instance",
    .enabled(if: PostgreSQLCluster.isInstalled, "PostgreSQL 15 is not installed (Debian: postgresql-15)"),
    .timeLimit(.minutes(2)))
struct PostgreSQLUpgradeTests {
    private static let start = Timestamp(microseconds: 1_772_366_400_000_000)
    private let address: PostgreSQLAddress
    private let clock = ManualClock(now: start)

    init() throws { address = try PostgreSQLCluster.makeDatabase() }

    /// With the tenant `t`.
    private func makeStore(
        onTimer: @escaping SandboxStore.TimerHandler = { _, _ in }
    ) async throws -> SandboxStore {
        let store = try SandboxStore(
            .server(address), for: StoredProvider(indexes: [ObjectIndex("$.color")]), clock: clock, onTimer: onTimer)
        try await store.admit(APIKey(id: "t", secret: "s"), isConfigured: false, clock: TenantClock()) { _ in }
        return store
    }

    private static func write(_ id: String, _ transaction: Transaction) throws {
        try transaction.put(["color": .string("red \(id)")], kind: "thing", id: id)
        try transaction.setSetting("name", id)
        try transaction.register(oneTimeValue: id, purpose: "p", subject: id)
        try transaction.setScenario("slow", of: id)
        try transaction.schedule(SandboxTimer(kind: "k", subject: id, due: transaction.now + .seconds(60)))
        try transaction.emit("thing.made", kind: "thing", object: id, data: ["status": "made"])
        try transaction.recordCeremony("c-\(id)", of: id, type: "registration", document: "{}", verdict: "{}")
        try transaction.send(Webhook(id: id, object: id, body: [:]))
    }

    /// What each kind of read finds of the objects `a` and `b`.
    private static func read(_ transaction: ReadTransaction) throws -> [[String]] {
        let (session, tenant) = (transaction.session, transaction.tenant)
        return [
            try transaction.events(after: 0, limit: 9).map(\.object),
            try transaction.newestEvents(limit: 9).entries.map(\.object),
            try transaction.objectStatuses(before: .max, limit: 9) { _ in true }.map(\.object),
            try transaction.objectStatuses(matching: "b", limit: 9).map(\.status),
            try transaction.objectStatuses(matching: "red b", limit: 9).map(\.object),
            [try transaction.objectStatus("b")?.status ?? ""],
            try session.idleStatuses(before: transaction.now + .seconds(1), after: 0, limit: 9, of: tenant)
                .map(\.object),
            try transaction.deliveries(limit: 9).map(\.webhook),
            try transaction.newestDeliveries(limit: 9).entries.map(\.webhook),
            [try transaction.delivery("2")?.webhook ?? ""],
            try transaction.dueDeliveries(at: transaction.now, limit: 9).map(\.webhook),
            try transaction.timers(of: nil, limit: 9).map(\.subject),
            [try transaction.ceremony("c-b")?.object ?? ""],
            [try transaction.scenario(of: "b") ?? "", try transaction.setting("name") ?? ""],
        ]
    }

    @Test("Columns that a later version adds to every table disturb no statement")
    func addedColumns() async throws {
        let store = try await makeStore()
        let journal = StoredJournal(store, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let other = try PostgreSQLConnection(address)
        _ = try await store.write("t") {
            try $0.addWebhookEndpoint(url: "https://example.com/", token: nil, allTenants: false)
        }
        let time = clock.now
        func use(_ id: String) async throws -> [[String]] {
            try await store.write("t") { try Self.write(id, $0) }
            await journal.append(.request(id))
            #expect(try await store.claim(id, of: "t", at: time, until: time + .seconds(1)))
            let due = try await store.claimDeliveries(of: "t", at: time, except: [], answerTime: .seconds(60)).due
            let requests = try await journal.page(tenant: "t").entries.map(\.requestID)
            let request = try await journal.entry(id, tenant: "t")?.requestID ?? ""
            let read = try await store.read("t") { try Self.read($0) }
            return read + [due.map(\.webhook), requests, [request]]
        }
        _ = try await use("a")
        for table in StoredTable.all.map(\.name) + ["provider", "claim", "lease", "object_count", "transaction_mark"] {
            try other.script("ALTER TABLE \(table) ADD COLUMN later text DEFAULT 'x'")
        }
        let (both, newestFirst) = (["a", "b"], ["b", "a"])
        #expect(
            try await use("b") == [
                both, newestFirst, newestFirst, ["made"], ["b"], ["made"], both, both, newestFirst, ["b"], both, both,
                ["b"], ["slow", "b"], both, both, ["b"],
            ])
        // Not even with new connections.
        #expect(store.health.losses == 0)
        store.close()
    }

    @Test("An operation whose statements no longer fit the tables is repeated on a new connection, as are its timers")
    func changedType() async throws {
        let store = try await makeStore { _, transaction in
            try transaction.setSetting("fired", transaction.setting("count") ?? "")
        }
        let other = try PostgreSQLConnection(address)
        for number in 1...2 { #expect(try await store.write("t") { try $0.nextNumber("count") } == number) }
        try other.script("ALTER TABLE setting ALTER COLUMN value TYPE varchar COLLATE \"C\"")
        #expect(try await store.write("t") { try $0.nextNumber("count") } == 3)
        #expect(store.health.losses == 1)

        let due = clock.now + .seconds(1)
        try await store.write("t") { try $0.schedule(SandboxTimer(kind: "k", subject: "a", due: due)) }
        try other.script("ALTER TABLE setting ALTER COLUMN value TYPE text COLLATE \"C\"")
        clock.advance(by: .seconds(1))
        #expect(try await store.read("t") { try $0.setting("fired") } == "3")
        #expect(store.health.losses == 2)
        store.close()
    }
}
