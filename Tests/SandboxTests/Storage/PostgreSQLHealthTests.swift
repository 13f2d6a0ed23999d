import Logging
import PostgreSQL
import Synchronization
import Testing
import ToqueEncoding
import ToqueTestSupport

@testable import Sandbox

@Suite(
    "PostgreSQL: health without requests",
    .enabled(if: PostgreSQLCluster.isInstalled, "PostgreSQL 15 is not installed (Debian: postgresql-15)"),
    .timeLimit(.minutes(2)))
struct PostgreSQLHealthTests {
    private final class Lines: Sendable {
        private let lines = Mutex<[String]>([])

        var all: [String] { lines.withLock { $0 } }
        func add(_ line: [UInt8]) { lines.withLock { $0.append(String(decoding: line, as: UTF8.self)) } }
    }

    private let address: PostgreSQLAddress
    private let lines = Lines()

    init() throws { address = try PostgreSQLCluster.makeDatabase() }

    private func makeStore() throws -> SandboxStore {
        let logger = Logger(label: "test") { [lines] _ in LineLogHandler(format: .text, write: lines.add) }
        return try SandboxStore(
            .server(address), clock: ManualClock(now: Timestamp(microseconds: 0)), logger: logger
        ) { _, _ in }
    }

    /// Ends all other connections to the database: sessions keep the settings of their start.
    private func terminate(but connection: PostgreSQLConnection) throws {
        _ = try connection.query(
            """
            SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid()
            """)
    }

    private func setReadOnly(_ value: String, _ connection: PostgreSQLConnection) throws {
        try connection.script(
            """
            DO $$ BEGIN
                EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = \(value)', current_database());
            END $$
            """)
    }

    @Test("A database that became read-only is found at once, despite a recent write, and logged once")
    func readOnly() async throws {
        let store = try makeStore()
        #expect(await store.fault() == nil)
        #expect(store.health.isProven)
        let other = try PostgreSQLConnection(address)
        try setReadOnly("on", other)
        try terminate(but: other)
        for _ in 0..<2 {
            let fault = await store.fault()
            #expect(fault?.contains("the database refuses writes: ") == true)
            #expect(fault?.contains("read-only transaction") == true)
        }
        #expect(lines.all.filter { $0.contains("the database is away") }.count == 1)
        try setReadOnly("off", other)
        #expect(await store.fault() == nil)
        store.close()
    }

    @Test("A server that does not answer is not said to refuse writes")
    func silence() async throws {
        let store = try makeStore()
        let other = try PostgreSQLConnection(address)
        try other.script("UPDATE pg_database SET datallowconn = false WHERE datname = current_database()")
        try terminate(but: other)
        let fault = await store.fault()
        #expect(fault?.contains("cannot be reached") == true)
        #expect(fault?.contains("refuses writes") == false)
        store.close()
    }
}
