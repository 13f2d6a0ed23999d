import Testing
import ToqueTestSupport

@testable import PostgreSQL

@Suite(
    "PostgreSQL: the outcome of transactions",
    .enabled(if: PostgreSQLCluster.isInstalled, "PostgreSQL 15 is not installed (Debian: postgresql-15)"))
struct TransactionMarkTests {
    private let address: PostgreSQLAddress
    private let connection: PostgreSQLConnection
    private let other: PostgreSQLConnection

    init() throws {
        address = try PostgreSQLCluster.makeDatabase()
        connection = try PostgreSQLConnection(address)
        other = try PostgreSQLConnection(address, settings: ["lock_timeout": "50ms"])
        try connection.script("\(TransactionMark.table); CREATE TABLE item (id bigint PRIMARY KEY)")
    }

    /// Begins a transaction with an item.
    private func begin(_ id: Int64) throws -> TransactionMark {
        try connection.begin()
        try connection.identify()
        _ = try connection.query("INSERT INTO item (id) VALUES (?)", [.integer(id)])
        return try #require(connection.mark)
    }

    private func count(_ table: String) throws -> PostgreSQLValue? {
        try other.query("SELECT count(*) FROM \(table)").first
    }

    @Test("A commit without an answer is undecided, and another connection knows that it did not take place")
    func lostCommit() throws {
        let mark = try begin(1)
        let process = try connection.query("SELECT pg_backend_pid()").first ?? .null
        _ = try other.query("SELECT pg_terminate_backend(?::int, 10000)", [process])
        let error = #expect(throws: PostgreSQLError.self) { try connection.commit() }
        #expect(error?.kind == .undecided(mark))
        #expect(try !other.isCommitted(mark))
        #expect(try count("item") == .integer(0))
    }

    @Test("The outcome of a transaction is waited for while it lasts, and follows its end")
    func outcome() throws {
        let first = try begin(1)
        #expect(throws: PostgreSQLError.self) { try other.isCommitted(first) }
        try connection.commit()
        #expect(try other.isCommitted(first))

        let second = try begin(2)
        #expect(second != first)
        let wait = #expect(throws: PostgreSQLError.self) { try other.isCommitted(second) }
        #expect(wait?.isBusy == true)
        connection.rollback()
        #expect(try !other.isCommitted(second))
        #expect(try other.isCommitted(first))
    }

    @Test("A transaction of which the database knows nothing was not committed")
    func unknown() throws {
        #expect(try !other.isCommitted(TransactionMark(connection: "nobody", number: 1)))
    }

    @Test("A mark that a savepoint undoes is set again, and one before it stays")
    func savepoint() throws {
        struct Failure: Error {}
        try connection.begin()
        #expect(throws: Failure.self) {
            try connection.savepoint {
                try connection.identify()
                _ = try connection.query("INSERT INTO item (id) VALUES (1)")
                throw Failure()
            }
        }
        #expect(!connection.isIdentified)
        try connection.identify()
        _ = try connection.query("INSERT INTO item (id) VALUES (2)")
        #expect(throws: Failure.self) { try connection.savepoint { throw Failure() } }
        #expect(connection.isIdentified)
        let mark = try #require(connection.mark)
        try connection.commit()
        #expect(try other.isCommitted(mark))
        #expect(try count("item") == .integer(1))
    }

    @Test("A new connection removes rows that nobody needs, and waits for none that is in use")
    func removal() throws {
        try connection.script(
            """
            INSERT INTO transaction_mark (connection, number, moment)
            VALUES ('used', 1, now() - interval '2 days'), ('old', 1, now() - interval '2 days'), ('new', 1, now())
            """)
        try other.begin()
        _ = try other.query("UPDATE transaction_mark SET number = 2 WHERE connection = 'used'")
        let mark = try begin(1)
        try connection.commit()
        try other.commit()
        let left = try other.query(
            "SELECT connection FROM transaction_mark ORDER BY connection = ?, connection DESC",
            [.text(mark.connection)])
        #expect(left.rows == [[.text("used")], [.text("new")], [.text(mark.connection)]])
    }
}
