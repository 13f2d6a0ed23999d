import Testing
import ToqueTestSupport

@testable import PostgreSQL

@Suite(
    "PostgreSQL: connections",
    .enabled(if: PostgreSQLCluster.isInstalled, "PostgreSQL 15 is not installed (Debian: postgresql-15)"))
struct PostgreSQLConnectionTests {
    private let address: PostgreSQLAddress
    private let connection: PostgreSQLConnection

    init() throws {
        address = try PostgreSQLCluster.makeDatabase()
        connection = try PostgreSQLConnection(address)
        try connection.script("CREATE TABLE item (id bigint PRIMARY KEY, name text)")
    }

    private func add(_ id: Int64, _ name: String = "") throws {
        try connection.run("INSERT INTO item (id, name) VALUES (?, ?)", [.integer(id), .text(name)])
    }

    private func ids() throws -> [PostgreSQLValue?] {
        try connection.query("SELECT id FROM item ORDER BY id").rows.map(\.first)
    }

    // MARK: Values

    @Test(
        "Values come back as they were", arguments: ["", "plain", "\u{0}", "a\u{0}\u{1}b\u{1}0", "é 😀 \u{2}", "'; --"])
    func texts(_ text: String) throws {
        let sql = "SELECT ?::text AS value, ?::bigint AS number, ? = ''"
        let values: [PostgreSQLValue] = [.text(text), .integer(.min), .text(text)]
        let result = try connection.query(sql, values)
        #expect(result.columns == ["value", "number", "?column?"])
        #expect(result.rows == [[.text(text), .integer(.min), .integer(text.isEmpty ? 1 : 0)]])
        #expect(try connection.query("SELECT ?::text", [.null]).rows == [[.null]])
        #expect(try connection.query("SELECT sum(v) FROM (VALUES (1::bigint), (2)) n (v)").first == .integer(3))
    }

    @Test("Texts with the byte 0 keep the order of their bytes")
    func order() throws {
        let texts = ["", "\u{0}", "\u{0}\u{1}", "\u{1}", "\u{1}\u{0}", "\u{2}", "a"]
        for (id, text) in texts.enumerated().reversed() { try add(Int64(id), text) }
        let found = try connection.query("SELECT name FROM item ORDER BY name COLLATE \"C\"")
        #expect(found.rows == texts.map { [.text($0)] })
    }

    // MARK: Queued statements

    @Test("Queued statements run in their order before the one that is waited for")
    func queue() throws {
        for id in 1...300 { try add(Int64(id), String(repeating: "x", count: 5000)) }
        try connection.run("DELETE FROM item WHERE id > ?", [.integer(2)])
        #expect(try ids() == [.integer(1), .integer(2)])
        #expect(try connection.query("UPDATE item SET name = ''").changes == 2)
    }

    @Test("A queued statement's error comes with the next that is waited for, and the connection goes on")
    func queuedError() throws {
        try add(1)
        try add(1)
        let error = #expect(throws: PostgreSQLError.self) { try ids() }
        #expect(error?.state == "23505")
        #expect(error?.description.contains("duplicate key") == true)
        // The failed statement and those behind it shared an implicit transaction with the first.
        #expect(try ids() == [])
    }

    @Test("A statement that could not be prepared is prepared again")
    func preparation() throws {
        let sql = "SELECT name FROM later"
        #expect(throws: PostgreSQLError.self) { try connection.query(sql) }
        try connection.script("CREATE TABLE later (name text)")
        #expect(try connection.query(sql).rows == [])
    }

    @Test("A prepared statement that no longer fits its table, or is gone, makes its connection stale")
    func stale() throws {
        let sql = "SELECT * FROM item"
        let other = try PostgreSQLConnection(address)
        for each in [connection, other] { _ = try each.query(sql) }
        try other.script("DEALLOCATE ALL")
        let gone = #expect(throws: PostgreSQLError.self) { try other.query(sql) }
        #expect(gone?.state == "26000")
        try other.script("ALTER TABLE item ADD COLUMN later text")
        let changed = #expect(throws: PostgreSQLError.self) { try connection.query(sql) }
        #expect(changed?.state == "0A000")
        for error in [gone, changed] { #expect(error?.isOfSession == true && error?.isOutage == false) }
        #expect(connection.isStale && other.isStale)
        let new = try PostgreSQLConnection(address)
        #expect(try new.query(sql).columns == ["id", "name", "later"])
        #expect(!new.isStale)
    }

    // MARK: Transactions

    @Test("A failed savepoint undoes its own writes alone, whichever statement failed")
    func savepoints() throws {
        try connection.begin()
        try add(1)
        struct Refusal: Error {}
        #expect(throws: Refusal.self) {
            try connection.savepoint {
                try add(2)
                throw Refusal()
            }
        }
        let error = #expect(throws: PostgreSQLError.self) {
            try connection.savepoint {
                try add(3)
                try add(1)
            }
        }
        #expect(error?.state == "23505")
        try connection.savepoint {
            try add(4)
            #expect(throws: PostgreSQLError.self) { try connection.savepoint { try add(4) } }
            try add(5)
        }
        try connection.commit()
        #expect(try ids() == [.integer(1), .integer(4), .integer(5)])
    }

    @Test("A commit after an error fails, and nothing of the transaction counts")
    func failedCommit() throws {
        try connection.begin()
        try add(1)
        try add(1)
        #expect(throws: PostgreSQLError.self) { try connection.commit() }
        connection.rollback()
        #expect(try ids() == [])

        try connection.begin()
        #expect(throws: PostgreSQLError.self) { try connection.query("SELECT 1 / 0") }
        let error = #expect(throws: PostgreSQLError.self) { try connection.commit() }
        #expect(error?.description == "the transaction was rolled back")
        connection.rollback()
        #expect(try ids() == [])
    }

    @Test("A reading transaction sees one moment and refuses writes")
    func reading() throws {
        let other = try PostgreSQLConnection(address)
        try other.begin(isReading: true)
        _ = try other.query("SELECT count(*) FROM item")
        try add(1)
        _ = try ids()
        #expect(try other.query("SELECT count(*) FROM item").first == .integer(0))
        let error = #expect(throws: PostgreSQLError.self) { try other.query("DELETE FROM item") }
        #expect(error?.state == "25006")
        other.rollback()
        #expect(try other.query("SELECT count(*) FROM item").first == .integer(1))
    }

    @Test("Whatever a transaction waited for, the server then counts it as idle, so that its limit applies")
    func idleTransaction() throws {
        let other = try PostgreSQLConnection(address)
        let id = try connection.query("SELECT pg_backend_pid()").first ?? .null
        func state() throws -> PostgreSQLValue? {
            try other.query("SELECT state FROM pg_stat_activity WHERE pid = ?::int", [id]).first
        }
        try connection.begin()
        _ = try ids()
        #expect(try state() == .text("idle in transaction"))
        try connection.savepoint { try add(1) }
        #expect(try state() == .text("idle in transaction"))
        #expect(throws: PostgreSQLError.self) { try connection.savepoint { try add(1) } }
        _ = try ids()
        #expect(try state() == .text("idle in transaction"))
        // More than libpq keeps in memory.
        for id in 2...40 { try add(Int64(id), String(repeating: "x", count: 10_000)) }
        _ = try ids()
        #expect(try state() == .text("idle in transaction"))
        try connection.commit()
        #expect(try ids().count == 40)
    }

    // MARK: Loss

    @Test("A lock that another transaction keeps is no outage; a session that stays read-only may be one's own")
    func refusals() throws {
        let other = try PostgreSQLConnection(address)
        try other.begin()
        try other.run("LOCK TABLE item")
        _ = try other.query("SELECT 1")
        try connection.script("SET lock_timeout = '1ms'")
        let busy = #expect(throws: PostgreSQLError.self) { try ids() }
        #expect(busy?.isBusy == true && busy?.isOutage == false && busy?.isOfSession == false)
        other.rollback()
        try connection.script("SET default_transaction_read_only = on")
        let refused = #expect(throws: PostgreSQLError.self) { try connection.query("DELETE FROM item") }
        #expect(refused?.isOfSession == true && refused?.isOutage == true)
    }

    private func terminate() throws {
        let other = try PostgreSQLConnection(address)
        let id = try connection.query("SELECT pg_backend_pid()").first ?? .null
        _ = try other.query("SELECT pg_terminate_backend(?::int, 10000)", [id])
    }

    @Test("A connection that the server ends is lost, and stays closed")
    func terminated() throws {
        try terminate()
        let error = #expect(throws: PostgreSQLError.self) { try ids() }
        #expect(error?.kind == .lost)
        #expect(error?.isOutage == true)
        #expect(!connection.isOpen)
        #expect(throws: PostgreSQLError.self) { try ids() }
        connection.rollback()
    }

    @Test("A server that does not answer in time counts as lost")
    func silence() throws {
        let hasty = try PostgreSQLConnection(address, patience: .milliseconds(50))
        let error = #expect(throws: PostgreSQLError.self) { try hasty.query("SELECT pg_sleep(60)") }
        #expect(error?.kind == .lost)
        #expect(error?.description.contains("does not answer") == true)
    }

    @Test("Settings of the session apply, and an unknown one is refused")
    func settings() throws {
        let other = try PostgreSQLConnection(address, settings: ["synchronous_commit": "off"])
        #expect(try other.query("SHOW synchronous_commit").first == .text("off"))
        #expect(throws: PostgreSQLError.self) { try PostgreSQLConnection(address, settings: ["no_such": "1"]) }
    }
}
