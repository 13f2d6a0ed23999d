import PostgreSQL
import Testing
import ToqueEncoding
import ToqueTestSupport

@testable import Sandbox

/// Two stores on one database, as two instances have them.
@Suite(
    "PostgreSQL: what instances share",
    .enabled(if: PostgreSQLCluster.isInstalled, "PostgreSQL 15 is not installed (Debian: postgresql-15)"),
    .timeLimit(.minutes(2)))
struct PostgreSQLStorageTests {
    private let address: PostgreSQLAddress
    private let clock = ManualClock(now: Timestamp(microseconds: 1_772_366_400_000_000))

    init() throws { address = try PostgreSQLCluster.makeDatabase() }

    private func store(for provider: StoredProvider = StoredProvider()) throws -> SandboxStore {
        try SandboxStore(.server(address), for: provider, clock: clock) { _, _ in }
    }

    /// With the tenant `t`.
    private func stores() async throws -> (SandboxStore, SandboxStore) {
        let stores = (try store(), try store())
        try await stores.0.admit(APIKey(id: "t", secret: "s"), isConfigured: false, clock: TenantClock()) { _ in }
        return stores
    }

    private struct Refused: Error {}

    // MARK: Transactions

    @Test("Operations of one tenant run one after another, whichever instance they come to")
    func order() async throws {
        let (one, other) = try await stores()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<60 {
                let store = number % 2 == 0 ? one : other
                group.addTask {
                    try await store.write("t") { transaction in
                        _ = try transaction.nextNumber("count")
                        try transaction.emit("counted", kind: "thing", object: "\(number)", data: [:])
                        // Some waiting operations share a transaction with these.
                        if number % 3 == 0 { throw Refused() }
                    }
                }
            }
            while let result = await group.nextResult() {
                if case .failure(let error) = result, !(error is Refused) { throw error }
            }
        }
        let (count, events) = try await other.read("t") {
            (try $0.setting("count"), try $0.events(after: 0, limit: 100))
        }
        #expect(count == "40")
        #expect(events.count == 40)
        #expect(Set(events.map(\.object)).isDisjoint(with: (0..<60).filter { $0 % 3 == 0 }.map { "\($0)" }))
    }

    @Test("An object that another instance changed is read anew")
    func objects() async throws {
        let (one, other) = try await stores()
        for (number, store) in [one, other, one].enumerated() {
            try await store.write("t") { try $0.put(["n": .int(number)], of: number, kind: "thing", id: "a") }
            for reader in [one, other] {
                let found = try await reader.read("t") { transaction in
                    try transaction.object(kind: "thing", id: "a") { $0["n"]?.intValue ?? -1 }
                }
                #expect(found == number)
            }
        }
    }

    @Test("An operation on connections that the server ended is repeated on new ones")
    func lostConnections() async throws {
        let (one, _) = try await stores()
        let other = try PostgreSQLConnection(address)
        for number in 1...3 {
            _ = try other.query(
                """
                SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
                WHERE datname = current_database() AND pid <> pg_backend_pid()
                """)
            let count = try await one.write("t") { try $0.nextNumber("count") }
            #expect(count == number)
        }
    }

    @Test("Connections of a time when the database was read-only are replaced")
    func readOnlyPeriod() async throws {
        let (one, _) = try await stores()
        let other = try PostgreSQLConnection(address)
        let database = try other.query("SELECT current_database()::text").first
        guard case .text(let name) = database else { throw Refused() }
        try other.script("ALTER DATABASE \(name) SET default_transaction_read_only = on")
        _ = try other.query(
            """
            SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid()
            """)
        await #expect(throws: PostgreSQLError.self) { try await one.write("t") { try $0.nextNumber("count") } }
        // A connection of the period, which a read leaves in the pool.
        try await one.read("t") { _ in }
        try other.script("ALTER DATABASE \(name) SET default_transaction_read_only = off")
        for number in 1...2 { #expect(try await one.write("t") { try $0.nextNumber("count") } == number) }
    }

    @Test("An instance starts while a tenant's operation is under way, and makes no index again")
    func startDuringOperation() throws {
        let provider = StoredProvider(name: "lamps", indexes: [ObjectIndex("$.color")])
        try store(for: provider).close()
        let other = try PostgreSQLConnection(address)
        try other.begin()
        try PostgreSQLExecutor.lock(.tenant("t"), isReading: false, other)
        try other.run("LOCK TABLE object IN ROW EXCLUSIVE MODE")
        _ = try other.query("SELECT 1")
        try store(for: provider).close()
        other.rollback()
    }

    // MARK: Leases

    @Test("An instance that lost its lease does not set the clock")
    func lostLease() async throws {
        let (one, other) = try await stores()
        let time = clock.now
        let error = await #expect(throws: SandboxError.self) {
            try await one.withLease(of: "t") {
                try await one.setClock(TenantClock(frozenAt: time), of: "t", isLeased: true)
                // As if this one had been paused until its lease ended.
                try await one.access(.tenants(["t"])) { try $0.run("UPDATE lease SET ends = 0", []) }
                try await other.withLease(of: "t") {
                    try await other.setClock(TenantClock(frozenAt: time + .seconds(9)), of: "t", isLeased: true)
                }
                try await one.setClock(TenantClock(frozenAt: time + .seconds(1)), of: "t", isLeased: true)
            }
        }
        #expect(error?.code == "tenant_busy")
        #expect(try await one.read("t") { $0.now } == time + .seconds(9))
    }

    @Test("A webhook is claimed by one instance, until its attempt is stored")
    func claims() async throws {
        let (one, other) = try await stores()
        try await one.write("t") { transaction in
            _ = try transaction.addWebhookEndpoint(url: "https://example.com/", token: nil, allTenants: false)
            for object in ["a", "b"] {
                try transaction.send(Webhook(id: "webhook \(object)", object: object, body: [:]))
            }
        }
        let time = clock.now
        func claim(_ store: SandboxStore) async throws -> [DueDelivery] {
            try await store.claimDeliveries(of: "t", at: time, except: [], answerTime: .seconds(60)).due
        }
        let due = try await claim(one)
        #expect(due.map(\.lane.object) == ["a", "b"])
        #expect(try await claim(other).isEmpty)
        #expect(try await claim(one).count == 2)

        let failure = DeliveryAttempt(time: time, outcome: .status(500), duration: .zero)
        let first = try #require(due.first)
        let state = try await one.write("t") { try $0.record(failure, of: first) }
        #expect(state == .pending)
        clock.advance(by: .seconds(60))
        let later = clock.now
        let next = try await other.claimDeliveries(of: "t", at: later, except: [], answerTime: .seconds(60)).due
        #expect(next.map(\.lane.object) == ["a"])

        // An instance that stops leaves its claims to the others.
        await one.releaseLeases()
        #expect(try await claim(other).map(\.lane.object) == ["b"])
    }

    @Test("While one instance works on a whole tenant, another one waits and claims no webhook")
    func tenantLease() async throws {
        let (one, other) = try await stores()
        try await one.write("t") { transaction in
            _ = try transaction.addWebhookEndpoint(url: "https://example.com/", token: nil, allTenants: false)
            try transaction.send(Webhook(id: "webhook", object: "a", body: [:]))
        }
        let time = clock.now
        let waiting = try await one.withLease(of: "t") {
            let claimed = try await other.claimDeliveries(of: "t", at: time, except: [], answerTime: .zero)
            #expect(claimed.due.isEmpty)
            try await one.setClock(TenantClock(frozenAt: time), of: "t")
            return Task { try await other.withLease(of: "t") { other.agenda.clock(of: "t").frozenAt } }
        }
        #expect(try await waiting.value == time)
    }

    // MARK: Possession

    @Test("A database of another program, another provider or a later version is refused and not changed")
    func foreign() async throws {
        let other = try PostgreSQLConnection(address)
        try other.script("CREATE TABLE invoice (id bigint)")
        let program = #expect(throws: SandboxStoreError.self) { try store() }
        #expect(program?.description.contains("tables of another program, such as \"invoice\"") == true)
        #expect(try other.query("SELECT count(*) FROM pg_class WHERE relname = 'tenant'").first == .integer(0))

        try other.script("DROP TABLE invoice")
        let lamps = try store(for: StoredProvider(name: "lamps"))
        try await lamps.admit(APIKey(id: "t", secret: "s"), isConfigured: false, clock: TenantClock()) { _ in }
        lamps.close()
        let provider = #expect(throws: SandboxStoreError.self) { try store(for: StoredProvider(name: "pipes")) }
        #expect(provider?.description.contains("of the provider \"lamps\", not of \"pipes\"") == true)

        try other.script("UPDATE toque_schema SET version = version + 1")
        let version = #expect(throws: SandboxStoreError.self) { try store(for: StoredProvider(name: "lamps")) }
        #expect(version?.description.contains("take a later toque or name another database") == true)
        try other.script("UPDATE toque_schema SET version = version - 1")
        try store(for: StoredProvider(name: "lamps")).close()
    }

    @Test("A database without tenants is free for any provider")
    func withoutTenants() throws {
        try store(for: .any).close()
        try store(for: StoredProvider(name: "lamps", version: 3)).close()
        try store(for: StoredProvider(name: "pipes")).close()
        let found = try PostgreSQLConnection(address).query("SELECT name, version FROM provider").rows
        #expect(found == [[.text("pipes"), .integer(1)]])
    }

    @Test("Views of an extension are no tables of another program")
    func extensions() throws {
        let other = try PostgreSQLConnection(address)
        try other.script("CREATE VIEW seen AS SELECT 1 AS number")
        #expect(throws: SandboxStoreError.self) { try store() }
        // As CREATE EXTENSION does.
        try other.script("ALTER EXTENSION plpgsql ADD VIEW seen")
        try store().close()
    }

    @Test("A database of an earlier version gets what it lacks")
    func earlier() throws {
        try store().close()
        let other = try PostgreSQLConnection(address)
        let names = "relname IN ('ceremony_tenant', 'transaction_mark')"
        try other.script("DROP INDEX ceremony_tenant; DROP TABLE transaction_mark; UPDATE toque_schema SET version = 1")
        try store().close()
        #expect(try other.query("SELECT count(*) FROM pg_class WHERE \(names)").first == .integer(2))
        #expect(try other.query("SELECT version FROM toque_schema").first == .integer(3))
    }

    @Test("Instances that start at once make the tables once")
    func simultaneousStart() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 { group.addTask { try store().close() } }
            try await group.waitForAll()
        }
    }
}
