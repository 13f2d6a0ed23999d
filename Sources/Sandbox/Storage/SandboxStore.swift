import GRDB
import ToqueCrypto
import ToqueEncoding

/// The sandbox's database: one SQLite file owned by one process, or memory. An operation's writes are on the disk
/// (write-ahead log, `Durability`) before the call returns.
public final class SandboxStore: Sendable {
    public enum Location: Sendable, Hashable {
        case memory
        /// Created with mode 0600 if missing; refused if others have access to it.
        case file(String)
    }

    /// Applies a timer.
    public typealias TimerHandler = @Sendable (SandboxTimer, Transaction) throws -> Void

    let keys = APIKeys()
    let agenda = Agenda()
    /// Sent for new events.
    package let events = Signal()
    /// Sent if a tenant's webhook deliveries changed, or its time was set.
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

    /// Opens or creates the database.
    /// - Parameters:
    ///   - provider: the owner of its objects. Files of another provider, or of a later version of its objects, are
    ///     refused.
    ///   - seed: the source of ids and challenges; nil for the system's randomness.
    ///   - onTimer: called inside a transaction for each due timer, in order.
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
                if location != .memory { try DatabaseSchema.open(database, for: provider, durability) }
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

    /// Reads, after all due timers have been applied.
    public func read<Value: Sendable>(
        _ tenant: String, _ body: @escaping @Sendable (ReadTransaction) throws -> Value
    ) async throws -> Value {
        try await perform(tenant, isReading: true) { [self] now, database in
            (try body(ReadTransaction(database, self, of: tenant, at: now)), Effects())
        }
    }

    /// Reads and writes, atomically: if the body throws, nothing changes. Due timers are applied first. The writes are
    /// durable on return.
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
                // If timers were due, a savepoint of its own keeps them applied even if the body throws. Otherwise the
                // operation's savepoint is enough, and saves time.
                let needsSavepoint = effects.timers > 0 && !isReading
                let (value, more) =
                    try needsSavepoint
                    ? database.savepoint { try body(now, database) } : body(now, database)
                effects.add(more)
                return Performed(.success(value), effects)
            } catch {
                // Once the transaction has ended nothing can be kept, and the executor must know the reason.
                guard effects.timers > 0, database.isInsideTransaction else { throw error }
                objects.rollBack()
                return Performed(.failure(error), effects)
            }
        }
        return try performed.result.get()
    }

    /// Announces and counts the changes, once they are durable.
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
                // The next operation checks again.
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

    /// Moves, freezes or resumes a tenant's time.
    func setClock(_ clock: TenantClock, of tenant: String) async throws {
        try await access(tenant: tenant, committed: { self.agenda.setClock(clock, of: tenant) }) { database in
            try database.execute(
                sql: "UPDATE tenant SET frozen_at = ?, clock_offset = ? WHERE id = ?",
                arguments: [clock.frozenAt?.microseconds, clock.offset.microseconds, tenant])
        }
    }

    /// Applies every due timer of a tenant in order, including those that they set.
    /// - Returns: the number of timers.
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

    /// Like `fireDueTimers(of:)`, for all tenants with due timers; continues after a tenant's error.
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

    /// The effects of due timers and an operation, to count and announce once they are durable.
    private struct Effects: Sendable {
        /// The number of applied timers.
        var timers = 0
        var events = 0
        var changes = Transaction.Changes()
        /// The reason why the last timer could not be applied.
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
            // At its own time, in a savepoint of its own: a failed timer stays, and undoes no other.
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

    /// Works on the database itself, for data that belongs to no tenant.
    /// - Parameters:
    ///   - tenant: the tenant whose timers, events or deliveries may have changed.
    ///   - committed: called once it is durable, before the next operation.
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

    /// A tenant's transaction as a part of `access`.
    func transaction(of tenant: String, at now: Timestamp, _ database: Database) -> Transaction {
        Transaction(database, self, of: tenant, at: now)
    }

    /// The reason why writes are lost: the database's file is no longer at its path. Otherwise nil, as in memory.
    var loss: SandboxStoreError? { file?.loss }

    /// Closes the file, so that another process can open it.
    /// - Returns: the `loss` of stored data.
    @discardableResult
    func close() -> SandboxStoreError? {
        agenda.finish()
        events.finish()
        deliveries.finish()
        // Closing fails only while statements run; the end of the process closes it then.
        try? queue.close()
        return loss
    }
}
