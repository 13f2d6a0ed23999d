import Dispatch
import PostgreSQL
import Synchronization
import Testing
import ToqueEncoding
import ToqueTestSupport

@testable import Sandbox

/// Operations of several tenants at the same time.
@Suite(
    "PostgreSQL: tenants in parallel",
    .enabled(if: PostgreSQLCluster.isInstalled, "PostgreSQL 15 is not installed (Debian: postgresql-15)"),
    .timeLimit(.minutes(2)))
struct PostgreSQLParallelTests {
    private let address: PostgreSQLAddress

    init() throws { address = try PostgreSQLCluster.makeDatabase() }

    private func makeStore() throws -> SandboxStore {
        try SandboxStore(.server(address), clock: ManualClock(now: Timestamp(microseconds: 0))) { _, _ in }
    }

    /// Keeps a transaction open until the gate opens. The server ends one that does nothing for some seconds.
    private static func hold(_ transaction: Transaction, until gate: DispatchSemaphore) throws {
        while gate.wait(timeout: .now() + .seconds(1)) == .timedOut {
            _ = try transaction.session.query("SELECT 1 AS found", [])
        }
    }

    /// Returns once a session waits for a lock of another one.
    private func lockIsAwaited() async throws {
        let observer = try PostgreSQLConnection(address)
        let sql = """
            SELECT count(*) FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
            WHERE NOT granted AND locktype = 'advisory' AND datname = current_database()
            """
        while try observer.query(sql).first == .integer(0) {
            try Task.checkCancellation()
            await Task.yield()
        }
    }

    @Test("While a tenant's transaction is open, other tenants' operations end, and the tenant's further ones wait")
    func tenants() async throws {
        let (one, other) = (try makeStore(), try makeStore())
        for id in ["a", "b"] {
            try await one.admit(APIKey(id: id, secret: "s"), isConfigured: false, clock: TenantClock()) { _ in }
        }
        let ended = Names()
        let gate = DispatchSemaphore(value: 0)
        let (started, starter) = AsyncStream<Void>.makeStream()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await one.write("a") { transaction in
                    starter.finish()
                    try Self.hold(transaction, until: gate)
                    ended.append("first")
                }
            }
            for await _ in started {}
            do {
                defer { gate.signal() }
                for store in [one, other] {
                    let count = try await store.write("b") { try $0.nextNumber("count") }
                    #expect(count == (store === one ? 1 : 2))
                }
                group.addTask {
                    try await other.write("a") { _ in ended.append("of another instance") }
                }
                try await lockIsAwaited()
                group.addTask {
                    try await one.write("a") { _ in ended.append("of the same instance") }
                }
                #expect(await eventually { one.storage.waitingCount == 1 })
                #expect(ended.all == [])
            }
            try await group.waitForAll()
        }
        let order = ended.all
        #expect(order.first == "first")
        #expect(order.count == 3)
        for store in [one, other] { store.close() }
    }
}

/// Operations in the order of their ends.
private final class Names: Sendable {
    private let names = Mutex<[String]>([])

    var all: [String] { names.withLock { $0 } }

    func append(_ name: String) { names.withLock { $0.append(name) } }
}
