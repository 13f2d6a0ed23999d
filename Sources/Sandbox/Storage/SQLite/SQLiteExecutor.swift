import Dispatch
import GRDB
import Synchronization

/// Runs operations one after another on the only connection. Waiting operations share a transaction, each in a
/// savepoint, because the write to the disk dominates the cost. While the disk makes one transaction durable, the next
/// one's operations run. No operation returns before its writes, and those it has seen, are on the disk.
final class SQLiteExecutor: Sendable {
    /// An operation's result, once it has run.
    struct Outcome {
        /// Tells of the commit, before any other operation.
        let committed: () -> Void
        /// Tells of the end of the operation's writes, before any other operation.
        let undone: () -> Void
        /// Lets the caller continue: with the operation's own result, or with this reason why it does not count.
        let answer: ((any Error)?) -> Void
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
        /// The connection's thread waits for an operation, or for the disk.
        var isExpected = false
    }

    /// Enough to share a disk write, few enough not to delay the first operation.
    private static let maximumBatch = 128

    private let queue: DatabaseQueue
    private let file: DatabaseFile?
    private let dialect: SQLiteDialect
    private let backlog = Mutex(Backlog())
    /// Wakes the connection's thread.
    private let news = DispatchSemaphore(value: 0)
    /// nil if commits need not outlast the system.
    private let durability: WriteAheadLogSync?

    private let metrics: Metrics
    private let health: StoreHealth

    /// - Parameter synchronize: makes all commits durable and blocks; nil if they need not outlast the system.
    init(
        _ queue: DatabaseQueue, of file: DatabaseFile? = nil, _ dialect: SQLiteDialect = SQLiteDialect(),
        synchronize: (@Sendable () throws -> Void)? = nil, metrics: Metrics = Metrics(),
        health: StoreHealth = StoreHealth()
    ) {
        self.queue = queue
        self.file = file
        self.dialect = dialect
        self.metrics = metrics
        self.health = health
        durability = synchronize.map(WriteAheadLogSync.init)
        durability?.onEnd { [weak self] in self?.wake() }
    }

    /// The number of waiting operations.
    var waitingCount: Int { backlog.withLock { $0.operations.count } }

    /// The reason why commits may not be durable.
    var loss: SandboxStoreError? { file?.loss ?? durability?.failure }

    /// - Parameters:
    ///   - isReading: the body writes nothing that an error would have to undo.
    ///   - undone: called if the body's writes do not count, before the next operation.
    ///   - committed: called once the body's writes are committed, before the next operation.
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
                    committed: { if case .success(let value) = result { committed(value) } },
                    undone: undone,
                    answer: { failure in
                        if let failure {
                            continuation.resume(throwing: result.error ?? failure)
                        } else {
                            continuation.resume(with: result)
                        }
                    },
                    error: result.error)
            }
            enqueue(Operation(run: run) { continuation.resume(throwing: $0) })
        }
    }

    private func enqueue(_ operation: Operation) {
        let (isFirst, isExpected) = backlog.withLock { backlog in
            backlog.operations.append(operation)
            defer {
                backlog.isDraining = true
                backlog.isExpected = false
            }
            return (!backlog.isDraining, backlog.isExpected)
        }
        if isExpected { news.signal() }
        if isFirst { queue.asyncWriteWithoutTransaction { self.drain($0) } }
    }

    private func wake() {
        let isExpected = backlog.withLock { backlog in
            defer { backlog.isExpected = false }
            return backlog.isExpected
        }
        if isExpected { news.signal() }
    }

    /// The operations that wait now, at most this many.
    private func take(_ count: Int) -> ArraySlice<Operation> {
        backlog.withLock { backlog in
            let taken = backlog.operations.prefix(count)
            backlog.operations.removeFirst(taken.count)
            return taken
        }
    }

    /// More operations for a transaction while the disk is busy, since its commit would wait; none once it rests.
    private func takeMore(_ count: Int) -> ArraySlice<Operation> {
        guard let durability else { return [] }
        while count > 0, durability.isRunning {
            let isIdle = backlog.withLock { backlog in
                backlog.isExpected = backlog.operations.isEmpty && durability.isRunning
                return backlog.isExpected
            }
            if isIdle { news.wait() } else if case let more = take(count), !more.isEmpty { return more }
        }
        return []
    }

    /// Operations behind one that ended its transaction.
    private func putBack(_ operations: ArraySlice<Operation>) {
        if !operations.isEmpty { backlog.withLock { $0.operations.insert(contentsOf: operations, at: 0) } }
    }

    private func drain(_ database: Database) {
        let session = SQLiteSession(database, dialect)
        while backlog.withLock({ backlog in
            backlog.isDraining = !backlog.operations.isEmpty
            return backlog.isDraining
        }) {
            share(session)
        }
    }

    /// Runs waiting operations in a transaction.
    private func share(_ session: SQLiteSession) {
        let database = session.database
        do {
            try database.cachedStatement(sql: "BEGIN DEFERRED TRANSACTION").execute()
        } catch {
            health.doubt()
            for operation in take(.max) { operation.refuse(error) }
            return
        }
        let changes = database.totalChangesCount
        var outcomes: [Outcome] = []
        var batch = take(Self.maximumBatch)
        // A full or failing disk ends the whole transaction, not only the statement (SQLite, "Response To Errors Within
        // A Transaction"). Later statements would run outside any transaction and persist despite the refusal.
        while database.isInsideTransaction {
            if batch.isEmpty { batch = takeMore(Self.maximumBatch - outcomes.count) }
            guard let operation = batch.popFirst() else { break }
            outcomes.append(operation.run(session))
        }
        defer { putBack(batch) }
        let hasWritten = database.totalChangesCount > changes
        do {
            if !database.isInsideTransaction, let error = outcomes.last?.error { throw error }
            if hasWritten, let loss { throw loss }
            try database.cachedStatement(sql: "COMMIT TRANSACTION").execute()
        } catch {
            // Usually a full disk or a missing file. None of these operations counts, and each caller gets the error.
            if database.isInsideTransaction { try? database.rollback() }
            for outcome in outcomes { outcome.undone() }
            health.doubt()
            for outcome in outcomes { outcome.answer(error) }
            return
        }
        let isSound = !outcomes.contains { $0.error is DatabaseError }
        metrics.databaseBatches.add()
        metrics.databaseOperations.add(outcomes.count)
        for outcome in outcomes { outcome.committed() }
        let ended: ((any Error)?) -> Void = { [health] failure in
            if failure != nil || !isSound { health.doubt() } else if hasWritten { health.prove() }
            for outcome in outcomes { outcome.answer(failure) }
        }
        if let durability { durability.wait(afterWriting: hasWritten, ended) } else { ended(nil) }
    }

    /// Returns once no operation waits for the disk.
    func finish() { durability?.finish() }
}

extension Result {
    fileprivate var error: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
