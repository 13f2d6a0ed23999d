import GRDB

/// One SQLite file that one process owns, or memory.
final class SQLiteStorage: Storage {
    private let queue: DatabaseQueue
    private let executor: SQLiteExecutor
    private let dialect: SQLiteDialect

    /// Opens or creates the database.
    /// - Parameter path: nil for memory.
    init(
        _ path: String?, for provider: StoredProvider, _ durability: Durability, metrics: Metrics, health: StoreHealth
    ) throws(SandboxStoreError) {
        do {
            let file: DatabaseFile?
            if let path {
                let place = try DatabaseFile.create(path)
                queue = try DatabaseQueue(path: place)
                file = try DatabaseFile(opened: place, named: path)
            } else {
                queue = try DatabaseQueue()
                file = nil
            }
            dialect = try queue.inDatabase { database in
                if path != nil { try SQLiteSchema.open(database, for: provider) }
                try SQLiteSchema.create(database, for: provider)
                return try SQLiteDialect(of: database)
            }
            var synchronize: (@Sendable () throws -> Void)?
            if let file, durability == .full {
                let log = try WriteAheadLog(of: file.place)
                synchronize = { try log.synchronize() }
            }
            executor = SQLiteExecutor(
                queue, of: file, dialect, synchronize: synchronize, metrics: metrics, health: health)
        } catch let error as SandboxStoreError {
            throw path.map(error.at) ?? error
        } catch {
            throw SandboxStoreError(opening: path, error)
        }
    }

    let isShared = false
    var waitingCount: Int { executor.waitingCount }
    var loss: SandboxStoreError? { executor.loss }

    func perform<Value: Sendable>(
        _ scope: StorageScope, isReading: Bool, undone: @escaping @Sendable () -> Void,
        committed: @escaping @Sendable (Value) -> Void,
        _ body: @escaping @Sendable (any StorageSession) throws -> Value
    ) async throws -> Value {
        // The only connection runs one operation at a time, whatever their scopes.
        try await executor.perform(isReading: isReading, undone: undone, committed: committed) { try body($0) }
    }

    func begin<Value>(_ body: (any StorageSession) throws -> Value) throws -> Value {
        try queue.inDatabase { database in
            let session = SQLiteSession(database, dialect)
            var value: Value?
            try database.inTransaction {
                value = try body(session)
                return .commit
            }
            guard let value else { throw SandboxStoreError("the database ended an operation at the start") }
            return value
        }
    }

    // Closing fails only while statements run; the end of the process closes it then.
    func close() {
        executor.finish()
        try? queue.close()
    }
}

extension SandboxStoreError {
    /// - Parameter path: nil for memory.
    fileprivate init(opening path: String?, _ error: any Error) {
        guard let path else {
            self.init("the database in memory cannot be made", because: error)
            return
        }
        switch (error as? DatabaseError)?.resultCode {
        case .SQLITE_BUSY:
            let owner = DatabaseOwner.processID(of: path).map { "process \($0)" } ?? "another process"
            self.init("\(path) is in use by \(owner)", remedy: "stop it or name another file")
        case .SQLITE_NOTADB: self.init("\(path) is not a database", remedy: "name another file")
        case .SQLITE_CORRUPT: self.init("\(path) is damaged", remedy: "restore a backup or name another file")
        default: self.init("\(path) cannot be used", because: error)
        }
    }
}
