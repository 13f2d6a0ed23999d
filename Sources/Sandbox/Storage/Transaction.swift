import GRDB
import ToqueCrypto
import ToqueEncoding

/// What a handler sees of the database while its operation lasts: one tenant's objects as JSON documents by kind and
/// id, timers, one-time values, settings, events and webhooks. The provider decodes documents to its own types.
public final class Transaction {
    /// What an operation changed that somebody waits for.
    struct Changes: OptionSet, Sendable {
        let rawValue: UInt8
        static let timers = Changes(rawValue: 1)
        static let events = Changes(rawValue: 2)
        static let deliveries = Changes(rawValue: 4)
    }

    let database: Database
    private let objects: ObjectCache
    /// Id of the API key whose objects these are.
    public let tenant: String
    /// The tenant's time, at which everything in this transaction happens.
    public let now: Timestamp
    var changes: Changes = []
    /// Rows that it added to the event log.
    var eventCount = 0
    private let seed: String?
    private var source: (any RandomSource)?

    init(database: Database, objects: ObjectCache, tenant: String, now: Timestamp, seed: String?) {
        self.database = database
        self.objects = objects
        self.tenant = tenant
        self.now = now
        self.seed = seed
    }

    func run(_ sql: String, _ arguments: StatementArguments) throws {
        try database.cachedStatement(sql: sql).execute(arguments: arguments)
    }

    /// Where ids, challenges and codes come from. With a seed, the tenant's n-th operation that asks gets the same
    /// bytes in every run, whatever other tenants do meanwhile.
    /// - Throws: what the database throws.
    public func random() throws -> any RandomSource {
        if let source { return source }
        guard let seed else { return SystemRandom() }
        try run("UPDATE tenant SET ordinal = ordinal + 1 WHERE id = ?", [tenant])
        let ordinal = try Int64.fetchOne(
            database.cachedStatement(sql: "SELECT ordinal FROM tenant WHERE id = ?"), arguments: [tenant])
        let random = SeededRandom(seed: "\(seed)\u{0}\(tenant)\u{0}\(ordinal ?? 0)")
        source = random
        return random
    }

    // MARK: Objects

    /// The document, or nil.
    public func object(kind: String, id: String) throws -> JSON? {
        let statement = try database.cachedStatement(
            sql: "SELECT body FROM object WHERE tenant = ? AND kind = ? AND id = ?")
        return try String.fetchOne(statement, arguments: [tenant, kind, id]).map { try JSON(parsing: $0) }
    }

    /// Whether there is an object of any kind with this id.
    func hasObject(_ id: String) throws -> Bool {
        let statement = try database.cachedStatement(sql: "SELECT 1 FROM object WHERE tenant = ? AND id = ? LIMIT 1")
        return try Int.fetchOne(statement, arguments: [tenant, id]) != nil
    }

    /// The document as a value, or nil. One that was read or put lately is not read again.
    public func object<Value: Sendable>(kind: String, id: String, _ read: (JSON) throws -> Value) throws -> Value? {
        let key = ObjectCache.Key(tenant: tenant, kind: kind, id: id)
        if let value = objects[key] as? Value { return value }
        guard let value = try object(kind: kind, id: id).map(read) else { return nil }
        objects.insert(value, for: key)
        return value
    }

    /// Puts a document in place of the one with the same kind and id, or adds it as the newest.
    /// - Parameter value: what it is read as; nil where that is to be found out.
    public func put(_ body: JSON, of value: (any Sendable)? = nil, kind: String, id: String) throws {
        try run(
            """
            INSERT INTO object (tenant, kind, id, body) VALUES (?, ?, ?, ?)
            ON CONFLICT (tenant, kind, id) DO UPDATE SET body = excluded.body
            """, [tenant, kind, id, body.serialized()])
        objects.replace(value, for: ObjectCache.Key(tenant: tenant, kind: kind, id: id))
    }

    /// Documents of a kind that meet all conditions.
    /// - Parameters:
    ///   - newestFirst: otherwise in the order in which they were added.
    /// - Returns: how many meet them, and those of the range.
    public func objects(
        kind: String, filters: [ObjectFilter] = [], newestFirst: Bool = true, offset: Int = 0, limit: Int
    ) throws -> (count: Int, bodies: [JSON]) {
        let conditions = filters.map(\.sql)
        let condition = (["tenant = ?", "kind = ?"] + conditions.map(\.condition)).joined(separator: " AND ")
        let arguments = StatementArguments([tenant, kind] + conditions.flatMap(\.arguments))
        let count =
            try Int.fetchOne(
                database.cachedStatement(sql: "SELECT count(*) FROM object WHERE \(condition)"), arguments: arguments)
            ?? 0
        guard count > offset, limit > 0 else { return (count, []) }
        let statement = try database.cachedStatement(
            sql: """
                SELECT body FROM object WHERE \(condition)
                ORDER BY sequence \(newestFirst ? "DESC" : "ASC") LIMIT ? OFFSET ?
                """)
        let texts = try String.fetchAll(statement, arguments: arguments + [limit, offset])
        return (count, try texts.map { try JSON(parsing: $0) })
    }

    // MARK: Timers

    public func schedule(_ timer: SandboxTimer) throws {
        try run(
            "INSERT INTO timer (tenant, due, kind, subject) VALUES (?, ?, ?, ?)",
            [tenant, timer.due.microseconds, timer.kind, timer.subject])
        changes.insert(.timers)
    }

    /// Takes back what was to happen to an object.
    /// - Parameter kinds: nil for everything.
    public func cancelTimers(of subject: String, kinds: [String]? = nil) throws {
        if let kinds {
            for kind in kinds {
                try run("DELETE FROM timer WHERE tenant = ? AND subject = ? AND kind = ?", [tenant, subject, kind])
            }
        } else {
            try run("DELETE FROM timer WHERE tenant = ? AND subject = ?", [tenant, subject])
        }
        changes.insert(.timers)
    }

    /// The tenant's earliest timer that is due, and its row; nil when none is.
    static func dueTimer(
        of tenant: String, at now: Timestamp, _ database: Database
    ) throws -> (timer: SandboxTimer, sequence: Int64)? {
        let statement = try database.cachedStatement(
            sql: """
                SELECT sequence, due, kind, subject FROM timer WHERE tenant = ? AND due <= ?
                ORDER BY due, sequence LIMIT 1
                """)
        guard let row = try Row.fetchOne(statement, arguments: [tenant, now.microseconds]) else { return nil }
        let timer = SandboxTimer(
            kind: row["kind"], subject: row["subject"], due: Timestamp(microseconds: row["due"]))
        return (timer, row["sequence"])
    }

    func removeTimer(_ sequence: Int64) throws {
        try run("DELETE FROM timer WHERE sequence = ?", [sequence])
        changes.insert(.timers)
    }

    static func nextDue(of tenant: String, _ database: Database) throws -> Timestamp? {
        try Int64.fetchOne(
            database.cachedStatement(sql: "SELECT min(due) FROM timer WHERE tenant = ?"), arguments: [tenant]
        ).map(Timestamp.init(microseconds:))
    }

    // MARK: One-time values

    /// Remembers a value that stands for a subject. Only its hash is stored.
    /// - Parameter purpose: the provider's word; the same text under two purposes is two values.
    public func register(oneTimeValue value: String, purpose: String, subject: String) throws {
        try run(
            "INSERT INTO one_time_value (hash, purpose, tenant, subject) VALUES (?, ?, ?, ?)",
            [Self.hash(value), purpose, tenant, subject])
    }

    /// The subject that the value stands for, used or not; nil for an unknown value.
    public func subject(ofOneTimeValue value: String, purpose: String) throws -> String? {
        let statement = try database.cachedStatement(
            sql: "SELECT subject FROM one_time_value WHERE hash = ? AND purpose = ? AND tenant = ?")
        return try String.fetchOne(statement, arguments: [Self.hash(value), purpose, tenant])
    }

    /// Uses the value up.
    /// - Returns: false where it is unknown, stands for another subject or was used before.
    public func use(oneTimeValue value: String, purpose: String, subject: String) throws -> Bool {
        try run(
            """
            UPDATE one_time_value SET used = 1
            WHERE hash = ? AND purpose = ? AND tenant = ? AND subject = ? AND used = 0
            """,
            [Self.hash(value), purpose, tenant, subject])
        return database.changesCount == 1
    }

    static func tenants(ofOneTimeValue value: String, purpose: String, _ database: Database) throws -> [String] {
        try String.fetchAll(
            database.cachedStatement(sql: "SELECT tenant FROM one_time_value WHERE hash = ? AND purpose = ?"),
            arguments: [hash(value), purpose])
    }

    private static func hash(_ value: String) -> String { Hex.encode(Digest.sha256(value)) }

    // MARK: Settings

    public func setting(_ name: String) throws -> String? {
        try String.fetchOne(
            database.cachedStatement(sql: "SELECT value FROM setting WHERE tenant = ? AND name = ?"),
            arguments: [tenant, name])
    }

    public func setSetting(_ name: String, _ value: String) throws {
        try run(
            """
            INSERT INTO setting (tenant, name, value) VALUES (?, ?, ?)
            ON CONFLICT (tenant, name) DO UPDATE SET value = excluded.value
            """,
            [tenant, name, value])
    }
}
