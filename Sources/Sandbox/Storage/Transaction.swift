import GRDB
import ToqueCrypto
import ToqueEncoding

/// An operation that also changes the database, atomically: if it throws, nothing changes.
public final class Transaction: ReadTransaction {
    /// An operation's changes that others wait for.
    struct Changes: OptionSet, Sendable {
        let rawValue: UInt8
        static let timers = Changes(rawValue: 1)
        static let events = Changes(rawValue: 2)
        static let deliveries = Changes(rawValue: 4)
    }

    var changes: Changes = []
    /// Rows added to the event log.
    var eventCount = 0
    private var source: (any RandomSource)?

    func run(_ sql: String, _ arguments: StatementArguments) throws {
        try database.cachedStatement(sql: sql).execute(arguments: arguments)
    }

    /// The source of ids, challenges and codes. With a seed, the tenant's n-th operation that uses it gets the same
    /// bytes in every run, whatever other tenants do.
    /// - Throws: the database's error.
    public func random() throws -> any RandomSource {
        if let source { return source }
        guard let seed = store.seed else { return SystemRandom() }
        try run("UPDATE tenant SET ordinal = ordinal + 1 WHERE id = ?", [tenant])
        let ordinal = try Int64.fetchOne(
            database.cachedStatement(sql: "SELECT ordinal FROM tenant WHERE id = ?"), arguments: [tenant])
        let random = SeededRandom(seed: "\(seed)\u{0}\(tenant)\u{0}\(ordinal ?? 0)")
        source = random
        return random
    }

    // MARK: Objects

    /// Replaces the document with the same kind and id, or adds it as the newest.
    /// - Parameter value: its decoded form; nil if not known.
    public func put(_ body: JSON, of value: (any Sendable)? = nil, kind: String, id: String) throws {
        try run(
            """
            INSERT INTO object (tenant, kind, id, body) VALUES (?, ?, ?, ?)
            ON CONFLICT (tenant, kind, id) DO UPDATE SET body = excluded.body
            """, [tenant, kind, id, body.serialized()])
        store.objects.replace(value, for: ObjectCache.Key(tenant: tenant, kind: kind, id: id))
    }

    /// Deletes the document.
    public func remove(kind: String, id: String) throws {
        try run("DELETE FROM object WHERE tenant = ? AND kind = ? AND id = ?", [tenant, kind, id])
        store.objects.replace(nil, for: ObjectCache.Key(tenant: tenant, kind: kind, id: id))
    }

    // MARK: Timers

    public func schedule(_ timer: SandboxTimer) throws {
        try run(
            "INSERT INTO timer (tenant, due, kind, subject) VALUES (?, ?, ?, ?)",
            [tenant, timer.due.microseconds, timer.kind, timer.subject])
        changes.insert(.timers)
    }

    /// Removes an object's timers.
    /// - Parameter kinds: nil for all.
    public func cancelTimers(of subject: String, kinds: [String]? = nil) throws {
        var condition = "tenant = ? AND subject = ?"
        if let kinds { condition += " AND kind IN (\(kinds.map { _ in "?" }.joined(separator: ", ")))" }
        try run("DELETE FROM timer WHERE \(condition)", StatementArguments([tenant, subject] + (kinds ?? [])))
        if database.changesCount > 0 { changes.insert(.timers) }
    }

    func removeTimer(_ sequence: Int64) throws {
        try run("DELETE FROM timer WHERE sequence = ?", [sequence])
        changes.insert(.timers)
    }

    // MARK: One-time values

    /// Stores a one-time value for a subject. Only its hash is stored.
    /// - Parameter purpose: the provider's word; the same text with two purposes is two values.
    public func register(oneTimeValue value: String, purpose: String, subject: String) throws {
        try run(
            "INSERT INTO one_time_value (hash, purpose, tenant, subject) VALUES (?, ?, ?, ?)",
            [Self.hash(value), purpose, tenant, subject])
    }

    /// Uses up the value.
    /// - Returns: false if it is unknown, belongs to another subject or was used before.
    public func use(oneTimeValue value: String, purpose: String, subject: String) throws -> Bool {
        try run(
            """
            UPDATE one_time_value SET used = 1
            WHERE hash = ? AND purpose = ? AND tenant = ? AND subject = ? AND used = 0
            """,
            [Self.hash(value), purpose, tenant, subject])
        return database.changesCount == 1
    }

    // MARK: Settings

    public func setSetting(_ name: String, _ value: String) throws {
        try run(
            """
            INSERT INTO setting (tenant, name, value) VALUES (?, ?, ?)
            ON CONFLICT (tenant, name) DO UPDATE SET value = excluded.value
            """,
            [tenant, name, value])
    }

    /// The next number of a counter in a setting, for each tenant. A state file may hold anything in the setting: a
    /// value that is not a count restarts it.
    public func nextNumber(_ name: String, from first: Int = 1) throws -> Int {
        var next = first
        if let last = try setting(name).flatMap({ Int($0) }), (first..<Int.max).contains(last) { next = last + 1 }
        try setSetting(name, "\(next)")
        return next
    }
}
