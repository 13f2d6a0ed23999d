import PostgreSQL
import Synchronization
import Testing
import ToqueEncoding
import ToqueTestSupport

@testable import Sandbox

/// Operations whose connection breaks while it commits them.
@Suite(
    "PostgreSQL: commits without an answer",
    .enabled(if: PostgreSQLCluster.isInstalled, "PostgreSQL 15 is not installed (Debian: postgresql-15)"),
    .timeLimit(.minutes(2)))
struct PostgreSQLLostCommitTests {
    private let address: PostgreSQLAddress

    init() throws { address = try PostgreSQLCluster.makeDatabase() }

    /// How often an operation ran.
    private final class Runs: Sendable {
        private let number = Mutex(0)
        var count: Int { number.withLock { $0 } }
        func add() { number.withLock { $0 += 1 } }
    }

    /// With the tenant `t`.
    private func makeStore(at address: PostgreSQLAddress) async throws -> SandboxStore {
        let clock = ManualClock(now: Timestamp(microseconds: 1_772_366_400_000_000))
        let store = try SandboxStore(.server(address), clock: clock) { _, _ in }
        try await store.admit(APIKey(id: "t", secret: "s"), isConfigured: false, clock: TenantClock()) { _ in }
        return store
    }

    private static func count(_ store: SandboxStore, _ runs: Runs) async throws -> Int {
        try await store.write("t") { transaction in
            runs.add()
            try transaction.emit("counted", kind: "thing", object: "a", data: [:])
            return try transaction.nextNumber("count")
        }
    }

    /// The number of events, as others see them.
    private func eventCount() throws -> PostgreSQLValue? {
        try PostgreSQLConnection(address).query("SELECT count(*) FROM event").first
    }

    /// Lets the server end the connections of the next commits that have an event, before it carries them out.
    private func failCommits(_ count: Int) throws {
        try PostgreSQLConnection(address).script(
            """
            CREATE SEQUENCE failed_commit;
            CREATE FUNCTION fail_commit() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN
                    -- A sequence counts although the transaction does not.
                    IF nextval('failed_commit') <= \(count) THEN
                        PERFORM pg_terminate_backend(pg_backend_pid());
                    END IF;
                    RETURN NULL;
                END $$;
            CREATE CONSTRAINT TRIGGER failed_commit AFTER INSERT ON event DEFERRABLE INITIALLY DEFERRED
            FOR EACH ROW EXECUTE FUNCTION fail_commit();
            """)
    }

    @Test("An operation that the server committed has its result and is not repeated, although the answer was lost")
    func committed() async throws {
        let proxy = try CuttingProxy(to: address)
        defer { proxy.stop() }
        let (store, runs) = (try await makeStore(at: proxy.address), Runs())
        proxy.cut(.connection)
        #expect(try await Self.count(store, runs) == 1)
        #expect(proxy.cuts == 1)
        #expect(runs.count == 1)
        #expect(store.health.losses == 1)
        #expect(try eventCount() == .integer(1))
        #expect(try await Self.count(store, runs) == 2)
        #expect(runs.count == 2)
        store.close()
    }

    @Test("An operation that the server did not commit is repeated, and counts once")
    func repeated() async throws {
        let (store, runs) = (try await makeStore(at: address), Runs())
        try failCommits(1)
        #expect(try await Self.count(store, runs) == 1)
        #expect(runs.count == 2)
        #expect(try eventCount() == .integer(1))
        store.close()
    }

    @Test("An operation that the server never commits is an outage, and leaves nothing")
    func failed() async throws {
        let (store, runs) = (try await makeStore(at: address), Runs())
        try failCommits(1000)
        let error = await #expect(throws: PostgreSQLError.self) { try await Self.count(store, runs) }
        #expect(error?.isOutage == true)
        #expect(error?.description == "the server did not commit the transaction")
        let tries = runs.count
        #expect(tries > 1)
        #expect(try eventCount() == .integer(0))
        try PostgreSQLConnection(address).script("DROP TRIGGER failed_commit ON event")
        #expect(try await Self.count(store, runs) == 1)
        #expect(runs.count == tries + 1)
        store.close()
    }

    @Test("An operation of which nobody can tell whether it was committed is an outage, and is not repeated")
    func unknown() async throws {
        let proxy = try CuttingProxy(to: address)
        defer { proxy.stop() }
        let (store, runs) = (try await makeStore(at: proxy.address), Runs())
        proxy.cut(.server)
        let operation = Task { try await Self.count(store, runs) }
        #expect(await eventually { proxy.cuts == 1 })
        // Ends the search for the outcome.
        store.close()
        let error = await #expect(throws: PostgreSQLError.self) { try await operation.value }
        guard case .undecided = error?.kind else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(error?.isOutage == true)
        #expect(runs.count == 1)
        #expect(try eventCount() == .integer(1))
    }
}
