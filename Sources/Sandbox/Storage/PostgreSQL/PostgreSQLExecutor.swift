import NIOPosix
import PostgreSQL
import Synchronization

/// Runs operations on several connections. Waiting operations of one scope share a transaction, each in a savepoint,
/// because the wait for the disk dominates the cost; different scopes run in parallel. The tenants' locks, which last
/// as long as the transaction, order them among all instances.
final class PostgreSQLExecutor: Sendable {
    /// An operation's result, once the outcome of the transaction is known.
    private struct Outcome {
        let error: (any Error)?
        /// Tells the caller.
        let conclude: () -> Void
    }

    private struct Operation: Sendable {
        let isReading: Bool
        let run: @Sendable (PostgreSQLSession, _ isAlone: Bool) -> Outcome
        let undone: @Sendable () -> Void
        let refuse: @Sendable (any Error) -> Void
    }

    /// The waiting operations of one scope; there is a lane while one of them waits or runs.
    private typealias Lane = [Operation]

    /// Enough to share a wait for the disk, few enough not to delay the first operation.
    private static let maximumBatch = 32
    /// Each has a thread.
    private static let connections = 8
    private static let maximumAttempts = 3

    private let pool: PostgreSQLPool
    private let threads = NIOThreadPool(numberOfThreads: connections)
    private let lanes = Mutex<[StorageScope: Lane]>([:])
    private let metrics: Metrics
    private let health: StoreHealth

    init(_ pool: PostgreSQLPool, metrics: Metrics, health: StoreHealth) {
        self.pool = pool
        self.metrics = metrics
        self.health = health
        threads.start()
    }

    /// The number of waiting operations.
    var waitingCount: Int { lanes.withLock { $0.values.reduce(0) { $0 + $1.count } } }

    /// Without `close`, too, the threads end.
    deinit { threads.shutdownGracefully { _ in } }

    func close() {
        pool.close()
        try? threads.syncShutdownGracefully()
    }

    func perform<Value: Sendable>(
        _ scope: StorageScope, isReading: Bool, undone: @escaping @Sendable () -> Void,
        committed: @escaping @Sendable (Value) -> Void,
        _ body: @escaping @Sendable (any StorageSession) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let run: @Sendable (PostgreSQLSession, Bool) -> Outcome = { session, isAlone in
                let result = Result { try isAlone ? body(session) : session.savepoint { try body(session) } }
                if result.failure != nil { undone() }
                return Outcome(error: result.failure) {
                    if case .success(let value) = result { committed(value) }
                    continuation.resume(with: result)
                }
            }
            let operation = Operation(isReading: isReading, run: run, undone: undone) {
                continuation.resume(throwing: $0)
            }
            let isFirst = lanes.withLock { lanes in
                defer { lanes[scope, default: []].append(operation) }
                return lanes[scope] == nil
            }
            if isFirst { schedule(scope) }
        }
    }

    private func schedule(_ scope: StorageScope) {
        threads.submit { state in
            let batch = self.lanes.withLock { lanes in
                let batch = Array((lanes[scope] ?? []).prefix(Self.maximumBatch))
                lanes[scope]?.removeFirst(batch.count)
                return batch
            }
            if state == .active {
                self.run(batch, in: scope)
            } else {
                for operation in batch { operation.refuse(SandboxStoreError("the database is closed")) }
            }
            // Behind the other scopes that wait for a thread.
            let isOver = self.lanes.withLock { lanes in
                guard lanes[scope]?.isEmpty ?? true else { return false }
                lanes[scope] = nil
                return true
            }
            if !isOver { self.schedule(scope) }
        }
    }

    /// Repeats what another transaction collided with, and what a lost connection did not commit.
    private func run(_ batch: [Operation], in scope: StorageScope) {
        for attempt in 1... {
            do {
                let outcomes = try transact(batch, in: scope)
                metrics.databaseBatches.add()
                metrics.databaseOperations.add(outcomes.count)
                for outcome in outcomes { outcome.conclude() }
                return
            } catch {
                for operation in batch { operation.undone() }
                let failure = error as? PostgreSQLError
                let isOfSession = failure?.isOfSession == true
                if isOfSession { dropIdle() }
                if attempt < Self.maximumAttempts, isOfSession || failure?.isCollision == true { continue }
                health.doubt()
                for operation in batch { operation.refuse(error) }
                return
            }
        }
    }

    /// - Throws: if nothing of the batch counts.
    private func transact(_ batch: [Operation], in scope: StorageScope) throws -> [Outcome] {
        let connection = try pool.take()
        do {
            let outcomes = try transact(batch, in: scope, on: connection)
            pool.put(connection)
            return outcomes
        } catch {
            connection.rollback()
            if (error as? PostgreSQLError)?.isOfSession == true { connection.close() }
            pool.put(connection)
            throw error
        }
    }

    /// The other connections are as old as the one that failed. The next ones may be to a server that took over
    /// without the last commits.
    private func dropIdle() {
        pool.dropIdle()
        health.countLoss()
    }

    private func transact(
        _ batch: [Operation], in scope: StorageScope, on connection: PostgreSQLConnection
    ) throws -> [Outcome] {
        let isReading = batch.allSatisfy(\.isReading)
        // An operation of a tenant may apply timers, whatever else it does.
        try connection.begin(isReading: isReading && scope == .everything)
        if !isReading { try connection.identify() }
        try Self.lock(scope, isReading: isReading, connection)
        let session = PostgreSQLSession(connection)
        var outcomes: [Outcome] = []
        for operation in batch {
            let outcome = operation.run(session, batch.count == 1)
            outcomes.append(outcome)
            if let error = outcome.error as? PostgreSQLError {
                // The locks of the scope fail with the first operation's statement, outside its savepoint.
                if error.isOutage || error.isBusy || error.isCollision || error.isOfSession || !connection.isOpen {
                    throw error
                }
            }
        }
        // Alone, an operation has no savepoint that would undo its writes.
        if batch.count == 1, outcomes.first?.error != nil {
            connection.rollback()
            return outcomes
        }
        let isWriting = connection.isIdentified
        try pool.commit(connection, lost: health.countLoss)
        // A full disk still takes some writes: an outage ends with a probe.
        if isWriting, !health.isOut { health.prove() }
        return outcomes
    }

    /// Queues the locks of the scope's tenants, which the transaction keeps until its end. An operation on everything
    /// excludes all others.
    static func lock(_ scope: StorageScope, isReading: Bool, _ connection: PostgreSQLConnection) throws {
        guard let tenants = scope.tenants else {
            if !isReading { try connection.run("SELECT pg_advisory_xact_lock(0)") }
            return
        }
        try connection.run("SELECT pg_advisory_xact_lock_shared(0)")
        for tenant in tenants {
            try connection.run("SELECT pg_advisory_xact_lock(hashtextextended(?, 0))", [.text(tenant)])
        }
    }
}

extension Result {
    fileprivate var failure: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
