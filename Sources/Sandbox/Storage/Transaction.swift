import GRDB
import ToqueCrypto
import ToqueEncoding

/// What a handler sees of the database while its transaction lasts: objects as JSON documents by kind and id, timers,
/// one-time values and settings. The provider decodes documents to its own types.
public final class Transaction {
    private let database: Database
    /// The time at which everything in this transaction happens.
    public let now: Timestamp
    private(set) var timersChanged = false

    init(database: Database, now: Timestamp) {
        self.database = database
        self.now = now
    }

    private func run(_ sql: String, _ arguments: StatementArguments) throws {
        try database.cachedStatement(sql: sql).execute(arguments: arguments)
    }

    // MARK: Objects

    /// The document, or nil.
    public func object(kind: String, id: String) throws -> JSON? {
        let statement = try database.cachedStatement(sql: "SELECT body FROM object WHERE kind = ? AND id = ?")
        return try String.fetchOne(statement, arguments: [kind, id]).map { try JSON(parsing: $0) }
    }

    /// Puts a document in place of the one with the same kind and id, or adds it as the newest.
    public func put(_ body: JSON, kind: String, id: String) throws {
        try run(
            """
            INSERT INTO object (kind, id, body) VALUES (?, ?, ?)
            ON CONFLICT (kind, id) DO UPDATE SET body = excluded.body
            """, [kind, id, body.serialized()])
    }

    /// Documents of a kind that meet all conditions.
    /// - Parameters:
    ///   - newestFirst: otherwise in the order in which they were added.
    /// - Returns: how many meet them, and those of the range.
    public func objects(
        kind: String, filters: [ObjectFilter] = [], newestFirst: Bool = true, offset: Int = 0, limit: Int
    ) throws -> (count: Int, bodies: [JSON]) {
        let conditions = filters.map(\.sql)
        let condition = (["kind = ?"] + conditions.map(\.condition)).joined(separator: " AND ")
        let arguments = StatementArguments([kind] + conditions.flatMap(\.arguments))
        let count = try Int.fetchOne(
            database.cachedStatement(sql: "SELECT count(*) FROM object WHERE \(condition)"), arguments: arguments)
        let statement = try database.cachedStatement(
            sql: """
                SELECT body FROM object WHERE \(condition)
                ORDER BY sequence \(newestFirst ? "DESC" : "ASC") LIMIT ? OFFSET ?
                """)
        let texts = try String.fetchAll(statement, arguments: arguments + [limit, offset])
        return (count ?? 0, try texts.map { try JSON(parsing: $0) })
    }

    // MARK: Timers

    public func schedule(_ timer: SandboxTimer) throws {
        try run(
            "INSERT INTO timer (due, kind, subject) VALUES (?, ?, ?)",
            [timer.due.microseconds, timer.kind, timer.subject])
        timersChanged = true
    }

    /// Takes the earliest timer that is due; nil when none is.
    func takeDueTimer() throws -> SandboxTimer? {
        let statement = try database.cachedStatement(
            sql: "SELECT sequence, due, kind, subject FROM timer WHERE due <= ? ORDER BY due, sequence LIMIT 1")
        guard let row = try Row.fetchOne(statement, arguments: [now.microseconds]) else { return nil }
        try run("DELETE FROM timer WHERE sequence = ?", [row["sequence"] as Int64])
        timersChanged = true
        return SandboxTimer(
            kind: row["kind"], subject: row["subject"], due: Timestamp(microseconds: row["due"]))
    }

    func nextDue() throws -> Timestamp? {
        try Int64.fetchOne(database.cachedStatement(sql: "SELECT min(due) FROM timer"))
            .map(Timestamp.init(microseconds:))
    }

    // MARK: One-time values

    /// Remembers a value that stands for a subject. Only its hash is stored.
    /// - Parameter purpose: the provider's word; the same text under two purposes is two values.
    public func register(oneTimeValue value: String, purpose: String, subject: String) throws {
        try run(
            "INSERT INTO one_time_value (hash, purpose, subject) VALUES (?, ?, ?)",
            [Self.hash(value), purpose, subject])
    }

    /// The subject that the value stands for, used or not; nil for an unknown value.
    public func subject(ofOneTimeValue value: String, purpose: String) throws -> String? {
        let statement = try database.cachedStatement(
            sql: "SELECT subject FROM one_time_value WHERE hash = ? AND purpose = ?")
        return try String.fetchOne(statement, arguments: [Self.hash(value), purpose])
    }

    /// Uses the value up.
    /// - Returns: false where it is unknown, stands for another subject or was used before.
    public func use(oneTimeValue value: String, purpose: String, subject: String) throws -> Bool {
        try run(
            "UPDATE one_time_value SET used = 1 WHERE hash = ? AND purpose = ? AND subject = ? AND used = 0",
            [Self.hash(value), purpose, subject])
        return database.changesCount == 1
    }

    private static func hash(_ value: String) -> String { Hex.encode(Digest.sha256(value)) }

    // MARK: Settings

    public func setting(_ name: String) throws -> String? {
        try String.fetchOne(
            database.cachedStatement(sql: "SELECT value FROM setting WHERE name = ?"), arguments: [name])
    }

    public func setSetting(_ name: String, _ value: String) throws {
        try run(
            "INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            [name, value])
    }

    /// How the database works, for tests.
    func pragma(_ name: StaticString) throws -> String? { try String.fetchOne(database, sql: "PRAGMA \(name)") }
}
