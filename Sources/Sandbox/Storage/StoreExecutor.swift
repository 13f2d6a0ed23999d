import GRDB
import Synchronization

/// Runs operations one after another on the only connection. Waiting operations share a transaction, each in a
/// savepoint, because the write to the disk dominates the cost. No operation returns before its writes are on the disk.
final class StoreExecutor: Sendable {
    /// An operation's result, once the outcome of the transaction is known.
    struct Outcome {
        let committed: () -> Void
        let failed: (any Error) -> Void
        /// The operation's error, or nil.
        let error: (any Error)?
    }

    private struct Operation: Sendable {
        let run: @Sendable (Database) -> Outcome
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

    private let objects: ObjectCache
    private let metrics: Metrics
    private let health: StoreHealth

    init(
        _ queue: DatabaseQueue, of file: DatabaseFile? = nil, objects: ObjectCache = ObjectCache(),
        metrics: Metrics = Metrics(),
        health: StoreHealth = StoreHealth()
    ) {
        self.queue = queue
        self.file = file
        self.objects = objects
        self.metrics = metrics
        self.health = health
    }

    /// The number of waiting operations.
    var waitingCount: Int { backlog.withLock { $0.operations.count } }

    /// - Parameters:
    ///   - isReading: the body writes nothing that an error would have to undo.
    ///   - committed: called before the caller continues, once the body's writes are durable.
    func perform<Value: Sendable>(
        isReading: Bool = false, committed: @escaping @Sendable (Database, Value) -> Void = { _, _ in },
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { [objects] continuation in
            let run: @Sendable (Database) -> Outcome = { database in
                let result = Result { try isReading ? body(database) : database.savepoint { try body(database) } }
                if result.error != nil { objects.rollBack() }
                return Outcome(
                    committed: {
                        if case .success(let value) = result { committed(database, value) }
                        continuation.resume(with: result)
                    },
                    failed: { error in
                        if case .failure(let own) = result {
                            continuation.resume(throwing: own)
                        } else {
                            continuation.resume(throwing: error)
                        }
                    },
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
        while true {
            var batch = takeBatch()[...]
            if batch.isEmpty { return }
            while !batch.isEmpty { share(&batch, database) }
        }
    }

    /// Runs the first operations of a batch in a transaction, usually all of them.
    private func share(_ batch: inout ArraySlice<Operation>, _ database: Database) {
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
            outcomes.append(operation.run(database))
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
            objects.rollBack()
            health.doubt()
            for outcome in outcomes { outcome.failed(error) }
            return
        }
        objects.commit()
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

extension Database {
    /// Like `inSavepoint`, but only inside a transaction and with prepared statements: preparing them takes longer than
    /// running them.
    /// - Throws: the body's error, with all its writes undone.
    func savepoint<Value>(_ body: () throws -> Value) throws -> Value {
        try cachedStatement(sql: "SAVEPOINT operation").execute()
        do {
            let value = try body()
            try cachedStatement(sql: "RELEASE operation").execute()
            return value
        } catch {
            // If the transaction has ended, the savepoint is gone too.
            if isInsideTransaction {
                try cachedStatement(sql: "ROLLBACK TO operation").execute()
                try cachedStatement(sql: "RELEASE operation").execute()
            }
            throw error
        }
    }
}
