import GRDB
import Synchronization

/// Runs operations on the one connection, one after another. Those that wait together share a transaction, with a
/// savepoint for each: writing to the disk is what costs, and they pay for it once. Nobody gets an answer before what
/// was written is on the disk.
final class StoreExecutor: Sendable {
    /// What an operation came to, once the fate of the transaction is known.
    struct Outcome {
        let committed: () -> Void
        let failed: (any Error) -> Void
    }

    private struct Operation: Sendable {
        let run: @Sendable (Database) -> Outcome
        let refuse: @Sendable (any Error) -> Void
    }

    private struct Waiting {
        var operations: [Operation] = []
        var isDraining = false
    }

    /// Enough to share a disk's time, few enough not to keep the first one waiting.
    private static let maximumBatch = 128

    private let queue: DatabaseQueue
    private let waiting = Mutex(Waiting())

    private let metrics: Metrics

    init(_ queue: DatabaseQueue, metrics: Metrics = Metrics()) {
        self.queue = queue
        self.metrics = metrics
    }

    /// Operations whose turn has not come.
    var waitingCount: Int { waiting.withLock { $0.operations.count } }

    /// - Parameters:
    ///   - committed: called before the caller goes on, when what the body wrote is durable.
    func perform<Value: Sendable>(
        committed: @escaping @Sendable (Database, Value) -> Void = { _, _ in },
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let run: @Sendable (Database) -> Outcome = { database in
                var result: Result<Value, any Error> = .failure(CancellationError())
                do {
                    try database.inSavepoint {
                        result = .success(try body(database))
                        return .commit
                    }
                } catch {
                    result = .failure(error)
                }
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
                    })
            }
            enqueue(Operation(run: run) { continuation.resume(throwing: $0) })
        }
    }

    private func enqueue(_ operation: Operation) {
        let isFirst = waiting.withLock { waiting in
            waiting.operations.append(operation)
            defer { waiting.isDraining = true }
            return !waiting.isDraining
        }
        if isFirst { queue.asyncWriteWithoutTransaction { self.drain($0) } }
    }

    private func takeBatch() -> [Operation] {
        waiting.withLock { waiting in
            let batch = Array(waiting.operations.prefix(Self.maximumBatch))
            waiting.operations.removeFirst(batch.count)
            if batch.isEmpty { waiting.isDraining = false }
            return batch
        }
    }

    private func drain(_ database: Database) {
        while true {
            let batch = takeBatch()
            if batch.isEmpty { return }
            do {
                try database.beginTransaction(.deferred)
            } catch {
                for operation in batch { operation.refuse(error) }
                continue
            }
            let outcomes = batch.map { $0.run(database) }
            do {
                try database.commit()
            } catch {
                // A full disk, mostly. Nothing of the batch counts, and everybody hears why.
                if database.isInsideTransaction { try? database.rollback() }
                for outcome in outcomes { outcome.failed(error) }
                continue
            }
            metrics.databaseBatches.add()
            metrics.databaseOperations.add(batch.count)
            for outcome in outcomes { outcome.committed() }
        }
    }
}
