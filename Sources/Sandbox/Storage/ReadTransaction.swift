import GRDB
import ToqueCrypto
import ToqueEncoding

/// A read-only operation's view of the database: one tenant's objects as JSON documents by kind and id, one-time
/// values, settings, events and webhooks. The provider decodes documents to its own types.
public class ReadTransaction {
    final let database: Database
    final let store: SandboxStore
    /// Id of the API key that owns the objects.
    public final let tenant: String
    /// The tenant's time for everything in this transaction.
    public final let now: Timestamp

    init(_ database: Database, _ store: SandboxStore, of tenant: String, at now: Timestamp) {
        self.database = database
        self.store = store
        self.tenant = tenant
        self.now = now
    }

    // MARK: Objects

    /// The document, or nil.
    public final func object(kind: String, id: String) throws -> JSON? {
        let statement = try database.cachedStatement(
            sql: "SELECT body FROM object WHERE tenant = ? AND kind = ? AND id = ?")
        return try String.fetchOne(statement, arguments: [tenant, kind, id]).map { try JSON(parsing: $0) }
    }

    /// True if an object of any kind has this id.
    final func hasObject(_ id: String) throws -> Bool {
        let statement = try database.cachedStatement(sql: "SELECT 1 FROM object WHERE tenant = ? AND id = ? LIMIT 1")
        return try Int.fetchOne(statement, arguments: [tenant, id]) != nil
    }

    /// The kind of the object with this id; nil if there is none.
    package final func kind(of id: String) throws -> String? {
        let statement = try database.cachedStatement(
            sql: "SELECT kind FROM object WHERE tenant = ? AND id = ? LIMIT 1")
        return try String.fetchOne(statement, arguments: [tenant, id])
    }

    /// The decoded document, or nil. Recently read or written ones come from the cache.
    public final func object<Value: Sendable>(kind: String, id: String, _ read: (JSON) throws -> Value) throws -> Value?
    {
        let key = ObjectCache.Key(tenant: tenant, kind: kind, id: id)
        if let value = store.objects[key] as? Value { return value }
        guard let value = try object(kind: kind, id: id).map(read) else { return nil }
        store.objects.insert(value, for: key)
        return value
    }

    /// Returns the documents of a kind that meet all conditions.
    /// - Parameters:
    ///   - newestFirst: if false, in insertion order.
    /// - Returns: the number of matches, and the matches in the range.
    public final func objects(
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

    /// The tenant's earliest due timer, and its row; nil if none is due.
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

    static func nextDue(of tenant: String, _ database: Database) throws -> Timestamp? {
        try Int64.fetchOne(
            database.cachedStatement(sql: "SELECT min(due) FROM timer WHERE tenant = ?"), arguments: [tenant]
        ).map(Timestamp.init(microseconds:))
    }

    // MARK: One-time values

    /// The subject of the value, used or not; nil for an unknown value.
    public final func subject(ofOneTimeValue value: String, purpose: String) throws -> String? {
        let statement = try database.cachedStatement(
            sql: "SELECT subject FROM one_time_value WHERE hash = ? AND purpose = ? AND tenant = ?")
        return try String.fetchOne(statement, arguments: [Self.hash(value), purpose, tenant])
    }

    static func tenants(ofOneTimeValue value: String, purpose: String, _ database: Database) throws -> [String] {
        try String.fetchAll(
            database.cachedStatement(sql: "SELECT tenant FROM one_time_value WHERE hash = ? AND purpose = ?"),
            arguments: [hash(value), purpose])
    }

    static func hash(_ value: String) -> String { Hex.encode(Digest.sha256(value)) }

    // MARK: Settings

    public final func setting(_ name: String) throws -> String? {
        try String.fetchOne(
            database.cachedStatement(sql: "SELECT value FROM setting WHERE tenant = ? AND name = ?"),
            arguments: [tenant, name])
    }
}
