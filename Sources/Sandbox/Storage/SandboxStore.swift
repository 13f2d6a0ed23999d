import GRDB
import ToqueCrypto
import ToqueEncoding

/// The sandbox's database: one SQLite file that one process owns, or memory. What an operation wrote is on the disk
/// (write-ahead log, `Durability`) before the call returns.
public final class SandboxStore: Sendable {
    public enum Location: Sendable, Hashable {
        case memory
        /// Made with mode 0600 where it does not exist; one that others may use is refused.
        case file(String)
    }

    /// Does what the timer stands for.
    public typealias TimerHandler = @Sendable (SandboxTimer, Transaction) throws -> Void

    let keys = APIKeys()
    let agenda = Agenda()
    /// Sent when there are new events.
    let events = Signal()
    /// Sent when a tenant's deliveries of webhooks changed, or its time was set.
    let deliveries = TenantSignal()

    let health = StoreHealth()
    let objects = ObjectCache()
    /// nil in memory.
    private let file: DatabaseFile?
    let provider: StoredProvider
    let secrets: TenantSecrets
    private let queue: DatabaseQueue
    let executor: StoreExecutor
    private let clock: any SandboxClock
    let seed: String?
    private let metrics: Metrics
    private let onTimer: TimerHandler

    /// Opens the database, or makes it.
    /// - Parameters:
    ///   - provider: whose objects it keeps. A file of another one is refused, and one of a later version of its
    ///     objects.
    ///   - seed: what ids and challenges are made from; nil for the system's randomness.
    ///   - onTimer: called inside a transaction for each timer that is due, in order.
    public init(
        _ location: Location, for provider: StoredProvider = StoredProvider(), durability: Durability = .full,
        clock: any SandboxClock, seed: String? = nil, metrics: Metrics = Metrics(),
        onTimer: @escaping TimerHandler
    ) throws(SandboxStoreError) {
        self.provider = provider
        secrets = TenantSecrets(provider.secrets, keepsKeySecrets: provider.keepsKeySecrets)
        self.clock = clock
        self.seed = seed
        self.metrics = metrics
        self.onTimer = onTimer
        do {
            switch location {
            case .memory:
                queue = try DatabaseQueue()
                file = nil
            case .file(let path):
                try DatabaseFile.create(path)
                queue = try DatabaseQueue(path: path)
                file = try DatabaseFile(opened: path)
            }
            executor = StoreExecutor(queue, of: file, objects: objects, metrics: metrics, health: health)
            try queue.inDatabase { database in
                if location != .memory {
                    // Exclusive: a second process is refused instead of racing this one's timers.
                    try database.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
                    // Before anything is written: the file may be a database of somebody else's.
                    try DatabaseSchema.check(database, for: provider)
                    try database.execute(sql: "PRAGMA journal_mode = WAL")
                    try database.execute(sql: "PRAGMA synchronous = \(durability.rawValue.uppercased())")
                    // Objects have random ids, so that each write touches pages all over: 16 MiB of them stay at hand,
                    // and so many written ones come together before they go to the database.
                    try database.execute(sql: "PRAGMA cache_size = -16384")
                    try database.execute(sql: "PRAGMA wal_autocheckpoint = 4096")
                }
                try DatabaseSchema.create(database, for: provider)
                for row in try Row.fetchAll(database, sql: "SELECT * FROM tenant") {
                    try load(row, database)
                }
            }
        } catch let error as SandboxStoreError {
            throw error
        } catch {
            throw SandboxStoreError(location, error)
        }
    }

    private func load(_ row: Row, _ database: Database) throws {
        let id: String = row["id"]
        secrets[id] = try readSecrets(of: id, database)
        if let hash = KeyHash(row["key_hash"]) { keys.set(hash, for: id) }
        let frozenAt: Int64? = row["frozen_at"]
        agenda.setClock(
            TenantClock(
                frozenAt: frozenAt.map(Timestamp.init(microseconds:)), offset: .microseconds(row["clock_offset"])),
            of: id)
        agenda.setDue(try ReadTransaction.nextDue(of: id, database), of: id)
    }

    // MARK: Operations of a tenant

    /// Reads. What is due has been applied before.
    public func read<Value: Sendable>(
        _ tenant: String, _ body: @escaping @Sendable (ReadTransaction) throws -> Value
    ) async throws -> Value {
        try await perform(tenant, isReading: true) { [self] now, database in
            (try body(ReadTransaction(database, self, of: tenant, at: now)), Effects())
        }
    }

    /// Reads and changes; all of it or, where the body throws, nothing. What is due has been applied before. What was
    /// written is durable when this returns.
    public func write<Value: Sendable>(
        _ tenant: String, _ body: @escaping @Sendable (Transaction) throws -> Value
    ) async throws -> Value {
        try await perform(tenant) { [self] now, database in
            let transaction = transaction(of: tenant, at: now, database)
            return (try body(transaction), Effects(transaction))
        }
    }

    private struct Performed<Value: Sendable>: Sendable {
        var result: Result<Value, any Error>
        var effects: Effects

        init(_ result: Result<Value, any Error>, _ effects: Effects) {
            self.result = result
            self.effects = effects
        }
    }

    private func perform<Value: Sendable>(
        _ tenant: String, isReading: Bool = false,
        _ body: @escaping @Sendable (Timestamp, Database) throws -> (Value, Effects)
    ) async throws -> Value {
        let performed: Performed<Value> = try await executor.perform(
            isReading: isReading, committed: { self.announce($1.effects, of: tenant, $0) }
        ) { [self] database in
            let now = self.now(of: tenant)
            var effects = Effects()
            if let due = agenda.due(of: tenant), due <= now {
                effects = try fireDueTimers(of: tenant, at: now, database)
                if let failure = effects.failure { return Performed(.failure(failure), effects) }
            }
            do {
                // Where something was due, a savepoint of its own, so that it stays applied though the body refuses.
                // Else the operation's is enough, and each one costs.
                let needsSavepoint = effects.timers > 0 && !isReading
                let (value, more) =
                    try needsSavepoint
                    ? database.savepoint { try body(now, database) } : body(now, database)
                effects.add(more)
                return Performed(.success(value), effects)
            } catch {
                // With the transaction ended nothing stays, and the executor is to know why.
                guard effects.timers > 0, database.isInsideTransaction else { throw error }
                objects.rollBack()
                return Performed(.failure(error), effects)
            }
        }
        return try performed.result.get()
    }

    /// Tells and counts what is new, once it is durable.
    private func announce(_ effects: Effects, of tenant: String, _ database: Database) {
        metrics.timersFired.add(effects.timers)
        metrics.events.add(effects.events)
        announce(effects.changes, of: tenant, database)
    }

    private func announce(_ changes: Transaction.Changes, of tenant: String, _ database: Database) {
        if changes.contains(.timers) {
            do {
                agenda.setDue(try ReadTransaction.nextDue(of: tenant, database), of: tenant)
            } catch {
                // The next operation looks again.
                agenda.setDue(Timestamp(microseconds: 0), of: tenant)
            }
        }
        if changes.contains(.events) { events.send() }
        if changes.contains(.deliveries) { deliveries.send(tenant) }
    }

    // MARK: Time

    /// The tenant's time.
    public func now(of tenant: String) -> Timestamp { agenda.clock(of: tenant).now(clock.now) }

    /// The sandbox's time.
    var baseNow: Timestamp { clock.now }

    /// Moves, stops or starts a tenant's time.
    func setClock(_ clock: TenantClock, of tenant: String) async throws {
        try await access(tenant: tenant, committed: { self.agenda.setClock(clock, of: tenant) }) { database in
            try database.execute(
                sql: "UPDATE tenant SET frozen_at = ?, clock_offset = ? WHERE id = ?",
                arguments: [clock.frozenAt?.microseconds, clock.offset.microseconds, tenant])
        }
    }

    /// Applies every timer of a tenant that is due, in order, with those that they set.
    /// - Returns: how many.
    @discardableResult
    func fireDueTimers(of tenant: String) async throws -> Int {
        let effects: Effects = try await executor.perform(
            committed: { self.announce($1, of: tenant, $0) }
        ) { [self] database in
            try fireDueTimers(of: tenant, at: now(of: tenant), database)
        }
        if let failure = effects.failure { throw failure }
        return effects.timers
    }

    /// As `fireDueTimers(of:)`, for everybody for whom something is due, whatever goes wrong with one of them.
    /// - Throws: the last error.
    func fireDueTimersOfAll() async throws {
        var failure: (any Error)?
        for tenant in agenda.tenantsDue(at: clock.now) {
            do {
                try await fireDueTimers(of: tenant)
            } catch {
                agenda.setAside(tenant)
                failure = error
            }
        }
        if let failure { throw failure }
    }

    /// What due timers and an operation did, to be counted and announced once it is durable.
    private struct Effects: Sendable {
        /// Timers that were applied.
        var timers = 0
        var events = 0
        var changes = Transaction.Changes()
        /// Why the last timer could not be applied.
        var failure: (any Error)?

        init() {}

        init(_ transaction: Transaction) {
            events = transaction.eventCount
            changes = transaction.changes
        }

        mutating func add(_ other: Effects) {
            timers += other.timers
            events += other.events
            changes.formUnion(other.changes)
        }
    }

    private func fireDueTimers(of tenant: String, at now: Timestamp, _ database: Database) throws -> Effects {
        var effects = Effects()
        while effects.failure == nil, let timer = try ReadTransaction.dueTimer(of: tenant, at: now, database) {
            // At its own time, in a savepoint of its own: one that cannot be applied stays, and undoes no other.
            let transaction = transaction(of: tenant, at: timer.timer.due, database)
            do {
                try database.savepoint {
                    try transaction.removeTimer(timer.sequence)
                    try onTimer(timer.timer, transaction)
                }
                effects.timers += 1
                effects.add(Effects(transaction))
            } catch {
                guard database.isInsideTransaction else { throw error }
                objects.rollBack()
                effects.failure = error
            }
        }
        return effects
    }

    // MARK: The engine's own operations

    /// Works on the database itself, for what is no tenant's business.
    /// - Parameters:
    ///   - tenant: whose timers, events or deliveries may have changed.
    ///   - committed: called when it is durable, before anybody else's operation.
    func access<Value: Sendable>(
        tenant: String? = nil, committed: @escaping @Sendable (Value) -> Void = { _ in },
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await executor.perform(
            committed: { database, value in
                committed(value)
                if let tenant { self.announce([.timers, .events, .deliveries], of: tenant, database) }
            }, body)
    }

    /// A transaction of a tenant as a part of `access`.
    func transaction(of tenant: String, at now: Timestamp, _ database: Database) -> Transaction {
        Transaction(database, self, of: tenant, at: now)
    }

    /// Why what is written is lost: the database's file is not at its path any more. Nil where it is, and in memory.
    var loss: SandboxStoreError? { file?.loss }

    /// Ends the use of the file, so that another process may have it.
    /// - Returns: the `loss` of what was kept.
    @discardableResult
    func close() -> SandboxStoreError? {
        agenda.finish()
        events.finish()
        deliveries.finish()
        // Closing fails while statements run alone; the process's end closes it then.
        try? queue.close()
        return loss
    }
}
