import PostgreSQL
import Testing
import ToqueEncoding
import ToqueTestSupport

@testable import Sandbox

/// Who may use a database together.
@Suite(
    "PostgreSQL: copies and the sandboxes of their databases",
    .enabled(if: PostgreSQLCluster.isInstalled, "PostgreSQL 15 is not installed (Debian: postgresql-15)"),
    .timeLimit(.minutes(2)))
struct PostgreSQLUseTests {
    private let address: PostgreSQLAddress
    private var server: SandboxStore.Location { .server(address) }

    init() throws { address = try PostgreSQLCluster.makeDatabase() }

    private func open(_ location: SandboxStore.Location) throws -> SandboxStore {
        try SandboxStore(location, clock: ManualClock(now: Timestamp(microseconds: 0))) { _, _ in }
    }

    /// A sandbox that runs, with the tenant `t`.
    private func makeStore(_ location: SandboxStore.Location) async throws -> SandboxStore {
        let store = try open(location)
        try await store.admit(APIKey(id: "t", secret: "s"), isConfigured: false, clock: TenantClock()) { _ in }
        return store
    }

    /// Ends all connections to the database, and waits until they have ended.
    private func terminate() throws {
        _ = try PostgreSQLConnection(address).query(
            """
            SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid()
            """)
    }

    private func refusal(_ from: SandboxStore.Location, _ to: SandboxStore.Location) -> String? {
        #expect(throws: SandboxStoreError.self) { try DatabaseCopy(from: from, to: to) }?.description
    }

    @Test("A database that a sandbox uses is copied neither from nor to, also after it lost its connections")
    func inUse() async throws {
        let store = try await makeStore(server)
        let (file, copy) = (try SandboxFile(), try SandboxFile())
        try await makeStore(file.location).close()
        let inUse = "the database \(address) is in use by a sandbox or another copy; stop all instances and try again"
        #expect(refusal(server, copy.location) == inUse)
        #expect(refusal(file.location, server) == inUse)
        try terminate()
        try await store.read("t") { _ in }
        #expect(refusal(server, copy.location) == inUse)
        store.close()
        #expect(try DatabaseCopy(from: server, to: copy.location).rows.contains { $0.table == "tenant" })
    }

    @Test("While a database is copied, no sandbox starts on it, and a running one gets no connection to it")
    func copying() async throws {
        let store = try await makeStore(server)
        try terminate()
        let copying = try server.open(
            for: .any, .full, use: .copy(1), metrics: Metrics(), health: StoreHealth())
        let busy = "the database \(address) is being copied by `toque sandbox migrate`; try again once that has ended"
        let refused = #expect(throws: SandboxStoreError.self) { try open(server) }
        #expect(refused?.description == busy)
        let outage = await #expect(throws: PostgreSQLError.self) { try await store.read("t") { _ in } }
        #expect(outage?.isOutage == true)
        #expect(outage?.description == busy)
        copying.close()
        try open(server).close()
        store.close()
    }

    @Test("A database is not copied onto itself, however its address is written")
    func itself() async throws {
        try await makeStore(server).close()
        let same = SandboxStore.Location.server(try PostgreSQLAddress("\(address)&application_name=other"))
        #expect(refusal(server, same) == "both databases are the same; name another target")
    }

    @Test("Two schemas of a database are two databases")
    func schemas() async throws {
        try PostgreSQLConnection(address).script("CREATE SCHEMA a; CREATE SCHEMA b")
        func location(_ schema: String) throws -> SandboxStore.Location {
            .server(try PostgreSQLAddress("\(address)&options=-csearch_path%3D\(schema)"))
        }
        let another = try open(server)
        try await makeStore(location("a")).close()
        #expect(try DatabaseCopy(from: location("a"), to: location("b")).rows.contains { $0.table == "tenant" })
        let copy = try open(location("b"))
        #expect(copy.keys.contains("t"))
        copy.close()
        another.close()
    }
}
