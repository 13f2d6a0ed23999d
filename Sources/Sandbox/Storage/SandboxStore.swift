import Logging
import Synchronization
import ToqueCrypto
import ToqueEncoding

/// The sandbox's data in a database, and what memory holds of it. An operation's writes are durable (`Durability`)
/// before the call returns.
public final class SandboxStore: Sendable {
    /// Applies a timer.
    public typealias TimerHandler = @Sendable (SandboxTimer, Transaction) throws -> Void

    let keys = APIKeys()
    let agenda = Agenda()
    /// Sent for new events.
    package let events = Signal()
    /// Sent if a tenant's webhook deliveries changed, or its time was set.
    let deliveries = TenantSignal()

    let health: StoreHealth
    let objects = ObjectCache()
    let provider: StoredProvider
    let secrets: TenantSecrets
    let storage: any Storage
    /// nil if this process alone changes the database.
    let leases: Leases?
    /// The tenants that the configuration names; nil before it is known.
    private let configured = Mutex<Set<String>?>(nil)
    private let clock: any SandboxClock
    let seed: String?
    private let metrics: Metrics
    private let onTimer: TimerHandler

    /// Opens or creates the database.
    /// - Parameters:
    ///   - provider: the owner of its objects. Files of another provider, or of a later version of its objects, are
    ///     refused.
    ///   - seed: the source of ids and challenges; nil for the system's randomness.
    ///   - metrics: of the database.
    ///   - logger: gets the start and the end of the database's outages.
    ///   - onTimer: called inside a transaction for each due timer, in order.
    public convenience init(
        _ location: Location, for provider: StoredProvider = StoredProvider(), durability: Durability = .full,
        clock: any SandboxClock, seed: String? = nil, metrics: Metrics = Metrics(), logger: Logger? = nil,
        onTimer: @escaping TimerHandler
    ) throws(SandboxStoreError) {
        let health = StoreHealth(logger: logger)
        try self.init(
            location.open(for: provider, durability, metrics: metrics, health: health), for: provider, clock: clock,
            seed: seed, metrics: metrics, health: health, onTimer: onTimer)
    }

    /// - Parameter storage: reports to `metrics` and `health`.
    init(
        _ storage: any Storage, for provider: StoredProvider, clock: any SandboxClock, seed: String? = nil,
        metrics: Metrics, health: StoreHealth, onTimer: @escaping TimerHandler
    ) throws(SandboxStoreError) {
        self.storage = storage
        self.provider = provider
        self.health = health
        secrets = TenantSecrets(provider.secrets, keepsKeySecrets: provider.keepsKeySecrets)
        self.clock = clock
        self.seed = seed
        self.metrics = metrics
        self.onTimer = onTimer
        leases = storage.isShared ? Leases() : nil
        do {
            try storage.begin { _ = try adoptAll($0) }
        } catch {
            storage.close()
            throw error as? SandboxStoreError ?? SandboxStoreError("the database cannot be read", because: error)
        }
    }

    /// Refuses the keys of earlier configurations that this one does not name.
    func retire(but ids: [String]) { configured.withLock { $0 = Set(ids) } }

    func isRetired(_ tenant: TenantRecord) -> Bool {
        tenant.isConfigured && configured.withLock { $0.map { !$0.contains(tenant.id) } ?? false }
    }

    // MARK: Operations of a tenant

    /// Reads, after all due timers have been applied.
    public func read<Value: Sendable>(
        _ tenant: String, _ body: @escaping @Sendable (ReadTransaction) throws -> Value
    ) async throws -> Value {
        try await perform(tenant, isReading: true) { [self] start, session in
            (try body(ReadTransaction(session, self, of: tenant, at: start.now)), StoreEffects())
        }
    }

    /// Reads and writes, atomically: if the body throws, nothing changes. Due timers are applied first. The writes are
    /// durable on return.
    /// - Parameter requiresTenant: true for a request, whose key may be removed while it runs: its writes would belong
    ///   to nobody.
    /// - Throws: `SandboxError` with status 404 if the tenant that is required is gone.
    public func write<Value: Sendable>(
        _ tenant: String, requiresTenant: Bool = false, _ body: @escaping @Sendable (Transaction) throws -> Value
    ) async throws -> Value {
        try await perform(tenant) { [self] start, session in
            if requiresTenant, try isGone(tenant, start, session) { throw SandboxError.noTenant }
            let transaction = Transaction(session, self, of: tenant, at: start.now)
            return (try body(transaction), StoreEffects(transaction))
        }
    }

    private struct Performed<Value: Sendable>: Sendable {
        var result: Result<Value, any Error>
        var effects: StoreEffects

        init(_ result: Result<Value, any Error>, _ effects: StoreEffects) {
            self.result = result
            self.effects = effects
        }
    }

    private func perform<Value: Sendable>(
        _ tenant: String, isReading: Bool = false,
        _ body: @escaping @Sendable (Beginning, any StorageSession) throws -> (Value, StoreEffects)
    ) async throws -> Value {
        let performed: Performed<Value> = try await storage.perform(
            .tenant(tenant), isReading: isReading, undone: { self.objects.rollBack(tenant) },
            committed: { self.announce($0.effects, of: tenant) }
        ) { [self] session in
            let start = try refresh(tenant, session)
            var effects = StoreEffects()
            if let due = start.due, due <= start.now {
                effects = try fireDueTimers(of: tenant, at: start.now, session)
            }
            let result =
                try effects.failure.map { .failure($0) }
                ?? run(body, of: tenant, from: start, session, after: &effects, isReading)
            try finish(&effects, of: tenant, after: start.revision, session)
            return Performed(result, effects)
        }
        return try performed.result.get()
    }

    /// Runs an operation's body after its due timers.
    private func run<Value: Sendable>(
        _ body: (Beginning, any StorageSession) throws -> (Value, StoreEffects), of tenant: String,
        from start: Beginning, _ session: any StorageSession, after effects: inout StoreEffects, _ isReading: Bool
    ) throws -> Result<Value, any Error> {
        do {
            // If timers were due, a savepoint of its own keeps them applied even if the body throws. Otherwise the
            // operation's savepoint is enough, and saves time.
            let needsSavepoint = effects.timers > 0 && !isReading
            let (value, more) =
                try needsSavepoint ? session.savepoint { try body(start, session) } : body(start, session)
            effects.add(more)
            return .success(value)
        } catch {
            // Once the transaction has ended nothing can be kept, and the storage must know the reason.
            guard effects.timers > 0, session.isUsable else { throw error }
            objects.rollBack(tenant)
            return .failure(error)
        }
    }

    /// Completes an operation's writes, before they are committed.
    private func finish(
        _ effects: inout StoreEffects, of tenant: String, after revision: Int64?, _ session: any StorageSession
    ) throws {
        if effects.changes.contains(.timers) { effects.nextDue = try session.nextDue(of: tenant) }
        if let revision, effects.changes.contains(.objects) {
            try session.advanceRevision(of: tenant)
            objects.expect(tenant, revision: revision + 1)
        }
    }

    /// Announces and counts the changes, once they are durable.
    private func announce(_ effects: StoreEffects, of tenant: String) {
        objects.commit(tenant)
        metrics.timersFired.add(effects.timers)
        metrics.events.add(effects.events)
        if effects.changes.contains(.timers) { agenda.setDue(effects.nextDue, of: tenant) }
        if effects.changes.contains(.events) { events.send() }
        if effects.changes.contains(.deliveries) { deliveries.send(tenant) }
    }

    // MARK: Time

    /// The tenant's time.
    public func now(of tenant: String) -> Timestamp { agenda.clock(of: tenant).now(clock.now) }

    /// The sandbox's time.
    var baseNow: Timestamp { clock.now }

    /// Applies every due timer of a tenant in order, including those that they set.
    /// - Returns: the number of timers.
    @discardableResult
    func fireDueTimers(of tenant: String) async throws -> Int {
        let effects: StoreEffects = try await storage.perform(
            .tenant(tenant), isReading: false, undone: { self.objects.rollBack(tenant) },
            committed: { self.announce($0, of: tenant) }
        ) { [self] session in
            let start = try refresh(tenant, session)
            var effects = try fireDueTimers(of: tenant, at: start.now, session)
            try finish(&effects, of: tenant, after: start.revision, session)
            return effects
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
                agenda.setAside(tenant, isPassing: (error as? any DescribedStorageError)?.isPassing == true)
                failure = error
            }
        }
        if let failure { throw failure }
    }

    private func fireDueTimers(of tenant: String, at now: Timestamp, _ session: any StorageSession) throws
        -> StoreEffects
    {
        var effects = StoreEffects()
        while effects.failure == nil, let timer = try session.dueTimer(of: tenant, at: now) {
            // At its own time, in a savepoint of its own: a failed timer stays, and undoes no other.
            let transaction = Transaction(session, self, of: tenant, at: timer.timer.due)
            do {
                try session.savepoint {
                    try transaction.removeTimer(timer.sequence)
                    try onTimer(timer.timer, transaction)
                }
                effects.timers += 1
                effects.add(StoreEffects(transaction))
            } catch {
                guard session.isUsable else { throw error }
                objects.rollBack(tenant)
                effects.failure = error
            }
        }
        return effects
    }

    // MARK: The engine's own operations

    /// Works on the database itself.
    /// - Parameters:
    ///   - announces: if the scope is one tenant, its timers, events and deliveries may have changed.
    ///   - committed: called once it is durable, before the next operation.
    func access<Value: Sendable>(
        _ scope: StorageScope, isReading: Bool = false, announces: Bool = true,
        committed: @escaping @Sendable (Value) -> Void = { _ in },
        _ body: @escaping @Sendable (any StorageSession) throws -> Value
    ) async throws -> Value {
        let tenants = scope.tenants ?? []
        return try await storage.perform(
            scope, isReading: isReading, undone: { for tenant in tenants { self.objects.rollBack(tenant) } },
            committed: { (performed: (value: Value, effects: StoreEffects)) in
                committed(performed.value)
                for tenant in tenants { self.announce(performed.effects, of: tenant) }
            }
        ) { session in
            var effects = StoreEffects()
            let value = try body(session)
            if announces, case .tenant(let tenant) = scope {
                effects.changes = [.timers, .events, .deliveries]
                effects.nextDue = try session.nextDue(of: tenant)
            }
            return (value, effects)
        }.value
    }

    /// The reason why writes are lost: the database's file is no longer at its path. Otherwise nil, as in memory.
    var loss: SandboxStoreError? { storage.loss }

    /// Closes the file, so that another process can open it.
    /// - Returns: the `loss` of stored data.
    @discardableResult
    func close() -> SandboxStoreError? {
        agenda.finish()
        events.finish()
        deliveries.finish()
        storage.close()
        return loss
    }
}
