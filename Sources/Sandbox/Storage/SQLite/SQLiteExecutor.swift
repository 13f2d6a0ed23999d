import GRDB
import Synchronization

/// Runs operations one after another on the only connection. Waiting operations share a transaction, each in a
/// savepoint, because the write to the disk dominates the cost. No operation returns before its writes are on the disk.
final class SQLiteExecutor: Sendable {
    /// An operation's result, once the outcome of the transaction is known.
    struct Outcome {
        let committed: () -> Void
        /// Tells of the end of the operation's writes, before any other operation.
        let undone: () -> Void
        let failed: (any Error) -> Void
        /// The operation's error, or nil.
        let error: (any Error)?
    }

    private struct Operation: Sendable {
        let run: @Sendable (SQLiteSession) -> Outcome
        let refuse: @Sendable (any Error) -> Void
    }

    /// Waiting operations.
    private struct Backlog {
        var operations: [Operation] = []
        var isDraining = false
    }

    /// Enough to share a disk write, few enough not to delay the first operation.
    private static let maximumBatch = 128

    private let queue: DatabaseQueue
    private let file: DatabaseFile?
    private let backlog = Mutex(Backlog())

    private let metrics: Metrics
    private let health: StoreHealth

    init(
        _ queue: DatabaseQueue, of file: DatabaseFile? = nil, metrics: Metrics = Metrics(),
        health: StoreHealth = StoreHealth()
    ) {
        self.queue = queue
        self.file = file
        self.metrics = metrics
        self.health = health
    }

    /// The number of waiting operations.
    var waitingCount: Int { backlog.withLock { $0.operations.count } }

    /// - Parameters:
    ///   - isReading: the body writes nothing that an error would have to undo.
    ///   - undone: called if the body's writes do not count, before the next operation.
    ///   - committed: called before the caller continues, once the body's writes are durable.
    func perform<Value: Sendable>(
        isReading: Bool = false, undone: @escaping @Sendable () -> Void = {},
        committed: @escaping @Sendable (Value) -> Void = { _ in },
        _ body: @escaping @Sendable (SQLiteSession) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let run: @Sendable (SQLiteSession) -> Outcome = { session in
                let result = Result { try isReading ? body(session) : session.savepoint { try body(session) } }
                if result.error != nil { undone() }
                return Outcome(
                    committed: {
                        if case .success(let value) = result { committed(value) }
                        continuation.resume(with: result)
                    },
                    undone: undone,
                    failed: { continuation.resume(throwing: result.error ?? $0) },
                    error: result.error)
            }
            enqueue(Operation(run: run) { continuation.resume(throwing: $0) })
        }
    }

    private func enqueue(_ operation: Operation) {
        let isFirst = backlog.withLock { backlog in
            backlog.operations.append(operation)
            defer { backlog.isDraining = true }
            return !backlog.isDraining
        }
        if isFirst { queue.asyncWriteWithoutTransaction { self.drain($0) } }
    }

    private func takeBatch() -> [Operation] {
        backlog.withLock { backlog in
            let batch = Array(backlog.operations.prefix(Self.maximumBatch))
            backlog.operations.removeFirst(batch.count)
            if batch.isEmpty { backlog.isDraining = false }
            return batch
        }
    }

    private func drain(_ database: Database) {
        let session = SQLiteSession(database)
        while true {
            var batch = takeBatch()[...]
            if batch.isEmpty { return }
            while !batch.isEmpty { share(&batch, session) }
        }
    }

    /// Runs the first operations of a batch in a transaction, usually all of them.
    private func share(_ batch: inout ArraySlice<Operation>, _ session: SQLiteSession) {
        let database = session.database
        do {
            try database.cachedStatement(sql: "BEGIN DEFERRED TRANSACTION").execute()
        } catch {
            health.doubt()
            for operation in batch { operation.refuse(error) }
            batch = []
            return
        }
        let changes = database.totalChangesCount
        var outcomes: [Outcome] = []
        while let operation = batch.popFirst() {
            outcomes.append(operation.run(session))
            // A full or failing disk ends the whole transaction, not only the statement (SQLite, "Response To Errors
            // Within A Transaction"). Later statements would run outside any transaction and persist despite the
            // refusal.
            guard database.isInsideTransaction else { break }
        }
        do {
            if !database.isInsideTransaction, let error = outcomes.last?.error { throw error }
            if database.totalChangesCount > changes, let loss = file?.loss { throw loss }
            try database.cachedStatement(sql: "COMMIT TRANSACTION").execute()
        } catch {
            // Usually a full disk or a missing file. None of these operations counts, and each caller gets the error.
            if database.isInsideTransaction { try? database.rollback() }
            for outcome in outcomes { outcome.undone() }
            health.doubt()
            for outcome in outcomes { outcome.failed(error) }
            return
        }
        if database.totalChangesCount > changes { health.prove() }
        if outcomes.contains(where: { $0.error is DatabaseError }) { health.doubt() }
        metrics.databaseBatches.add()
        metrics.databaseOperations.add(outcomes.count)
        for outcome in outcomes { outcome.committed() }
    }
}

extension Result {
    fileprivate var error: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
