import PostgreSQL
import Testing
import ToqueEncoding
import ToqueTestSupport

@testable import Sandbox

/// Whole sandboxes on one PostgreSQL database.
@Suite(
    .enabled(if: PostgreSQLCluster.isInstalled, "PostgreSQL 15 is not installed (Debian: postgresql-15)"),
    .timeLimit(.minutes(2)))
struct SharedServerTests {
    private let address: PostgreSQLAddress

    init() throws { address = try PostgreSQLCluster.makeDatabase() }

    /// Lets the server refuse a kind of statement.
    /// - Parameters:
    ///   - statement: such as `DELETE ON lease`.
    ///   - state: the SQLSTATE of its error.
    private func refuse(_ statement: String, state: String = "P0001") throws {
        try PostgreSQLConnection(address).script(
            """
            CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN RAISE EXCEPTION 'refused' USING ERRCODE = '\(state)'; END $$;
            CREATE TRIGGER refusal BEFORE \(statement) FOR EACH ROW EXECUTE FUNCTION refuse();
            """)
    }

    @Test("A key that is added or removed at one instance is in the list of another, and counts there")
    func keys() async throws {
        let database = SandboxStore.Location.server(address)
        try await LampSandbox.run(configure: { $0.database = database }) { one throws in
            try await LampSandbox.run(configure: { $0.database = database }) { other throws in
                func ids() async throws -> [String?] {
                    try await other.control("GET", "keys")["keys"].arrayValue?.map { $0["id"]?.stringValue } ?? []
                }
                func status() async throws -> Int {
                    let credentials = Base64.encode(Array("late:secret-late".utf8))
                    return try await other.send("GET", "/lamps", headers: [("Authorization", "Basic \(credentials)")])
                        .status
                }
                #expect(try await ids() == ["a", "b"])
                let added = try await one.control("POST", "keys", ["id": "late", "secret": "secret-late"])
                #expect(added.status == 201)
                #expect(try await ids() == ["a", "b", "late"])
                #expect(try await status() == 200)
                #expect(try await one.control("DELETE", "keys/late").status == 204)
                #expect(try await ids() == ["a", "b"])
                #expect(try await status() == 401)
            }
        }
    }

    @Test("A failure after the commit does not make an error of the request")
    func afterCommit() async throws {
        let keys = IdempotencyKeys(
            header: "X-Key", lifetime: .seconds(60), conflict: nil,
            underWay: SandboxError(status: 409, code: "under_way", message: ""))
        let route = Route("POST", "things") { request in
            try await request.once(keys) { transaction in
                try transaction.put([:], kind: "thing", id: "1")
                return SandboxResponse.content("text/plain", Array("made".utf8), status: 201)
            }
        }
        let database = SandboxStore.Location.server(address)
        try await withServer([route]) {
            $0.database = database
        } _: { server throws in
            // The end of the key's progress, and the line of the journal.
            for statement in ["UPDATE ON claim", "INSERT ON request"] { try refuse(statement) }
            let answer = try await server.send("POST", "/things", headers: [("X-Key", "k")])
            #expect(answer.status == 201)
            #expect(answer.text == "made")
            #expect(try await server.engine.store.read("id") { try $0.object(kind: "thing", id: "1") } != nil)
            #expect(try await server.journal.entries.isEmpty)
        }
    }

    @Test("Work on a whole tenant succeeds although its lease cannot be ended")
    func lease() async throws {
        let clock = ManualClock(now: LampSandbox.start)
        let store = try SandboxStore(.server(address), clock: clock) { _, _ in }
        try await store.admit(APIKey(id: "t", secret: "s"), isConfigured: false, clock: TenantClock()) { _ in }
        try refuse("DELETE ON lease")
        let time = LampSandbox.start + .seconds(9)
        try await store.withLease(of: "t") {
            try await store.setClock(TenantClock(frozenAt: time), of: "t", isLeased: true)
        }
        #expect(try await store.read("t") { $0.now } == time)
        store.close()
    }

    @Test("A start says what to do if another instance keeps one of its tenants locked")
    func lockedTenant() async throws {
        let clock = ManualClock(now: LampSandbox.start)
        try SandboxStore(.server(address), clock: clock, onTimer: { _, _ in }).close()
        // lock_not_available, as after a long wait.
        try refuse("INSERT ON tenant", state: "55P03")
        let database = SandboxStore.Location.server(address)
        let error = await #expect(throws: SandboxStoreError.self) {
            try await withServer([]) {
                $0.database = database
            } _: { _ in
            }
        }
        #expect(error?.description == "another instance or a migration works on the database; try again")
    }
}
