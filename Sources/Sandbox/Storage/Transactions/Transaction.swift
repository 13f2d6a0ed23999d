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
        /// What the cache of objects holds.
        static let objects = Changes(rawValue: 8)
    }

    var changes: Changes = []
    /// Rows added to the event log.
    var eventCount = 0
    private var source: (any RandomSource)?

    /// The source of ids, challenges and codes. With a seed, the tenant's n-th operation that uses it gets the same
    /// bytes in every run, whatever other tenants do.
    /// - Throws: the database's error.
    public func random() throws -> any RandomSource {
        if let source { return source }
        guard let seed = store.seed else { return SystemRandom() }
        let random = SeededRandom(seed: "\(seed)\u{0}\(tenant)\u{0}\(try session.nextOrdinal(of: tenant))")
        source = random
        return random
    }

    // MARK: Objects

    /// Replaces the document with the same kind and id, or adds it as the newest.
    /// - Parameter value: its decoded form; nil if not known.
    public func put(_ body: JSON, of value: (any Sendable)? = nil, kind: String, id: String) throws {
        try session.put(body, kind: kind, id: id, of: tenant)
        replace(value, for: ObjectCache.Key(tenant: tenant, kind: kind, id: id))
    }

    /// Deletes the document.
    public func remove(kind: String, id: String) throws {
        try session.removeObject(kind: kind, id: id, of: tenant)
        replace(nil, for: ObjectCache.Key(tenant: tenant, kind: kind, id: id))
    }

    /// Keeps in memory what was written.
    func replace(_ value: (any Sendable)?, for key: ObjectCache.Key) {
        store.objects.replace(value, for: key)
        changes.insert(.objects)
    }

    // MARK: Timers

    public func schedule(_ timer: SandboxTimer) throws {
        try session.add(timer, of: tenant)
        changes.insert(.timers)
    }

    /// Removes an object's timers.
    /// - Parameter kinds: nil for all.
    public func cancelTimers(of subject: String, kinds: [String]? = nil) throws {
        if try session.removeTimers(of: subject, kinds: kinds, of: tenant) > 0 { changes.insert(.timers) }
    }

    func removeTimer(_ sequence: Int64) throws {
        try session.removeTimer(sequence)
        changes.insert(.timers)
    }

    // MARK: One-time values

    /// Stores a one-time value for a subject. Only its hash is stored.
    /// - Parameter purpose: the provider's word; the same text with two purposes is two values.
    public func register(oneTimeValue value: String, purpose: String, subject: String) throws {
        try session.add(oneTimeValue: Self.hash(value), purpose: purpose, subject: subject, of: tenant)
    }

    /// Uses up the value.
    /// - Returns: false if it is unknown, belongs to another subject or was used before.
    public func use(oneTimeValue value: String, purpose: String, subject: String) throws -> Bool {
        try session.use(oneTimeValue: Self.hash(value), purpose: purpose, subject: subject, of: tenant)
    }

    // MARK: Settings

    public func setSetting(_ name: String, _ value: String) throws { try session.set(name, value, of: tenant) }

    /// The next number of a counter in a setting, for each tenant. A state file may hold anything in the setting: a
    /// value that is not a count restarts it.
    public func nextNumber(_ name: String, from first: Int = 1) throws -> Int {
        var next = first
        if let last = try setting(name).flatMap({ Int($0) }), (first..<Int.max).contains(last) { next = last + 1 }
        try setSetting(name, "\(next)")
        return next
    }
}
