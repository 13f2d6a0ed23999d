import PostgreSQL

/// A database of a PostgreSQL server, which several instances share.
final class PostgreSQLStorage: Storage {
    private let use: DatabaseUse
    private let pool: PostgreSQLPool
    private let executor: PostgreSQLExecutor

    /// Connects, and creates or migrates the tables.
    init(
        _ address: PostgreSQLAddress, for provider: StoredProvider, _ durability: Durability,
        use: DatabaseUse, metrics: Metrics, health: StoreHealth
    ) throws(SandboxStoreError) {
        self.use = use
        pool = PostgreSQLPool(address, durability, for: use)
        do {
            let connection = try pool.open()
            try PostgreSQLSchema.open(connection, for: provider)
            pool.put(connection)
        } catch let error as SandboxStoreError {
            throw error.at(address.description)
        } catch let error as PostgreSQLError where [.connecting, .library, .address].contains(error.kind) {
            throw SandboxStoreError(error)
        } catch let error as PostgreSQLError where error.isBusy {
            throw SandboxStoreError.busy.at(address.description)
        } catch {
            throw SandboxStoreError("\(address) cannot be used", because: error)
        }
        executor = PostgreSQLExecutor(pool, metrics: metrics, health: health)
    }

    let isShared = true
    var waitingCount: Int { executor.waitingCount }
    /// The server answers for its files.
    var loss: SandboxStoreError? { nil }

    func perform<Value: Sendable>(
        _ scope: StorageScope, isReading: Bool, undone: @escaping @Sendable () -> Void,
        committed: @escaping @Sendable (Value) -> Void,
        _ body: @escaping @Sendable (any StorageSession) throws -> Value
    ) async throws -> Value {
        try await executor.perform(scope, isReading: isReading, undone: undone, committed: committed, body)
    }

    func begin<Value>(_ body: (any StorageSession) throws -> Value) throws -> Value {
        let connection = try pool.take()
        defer { pool.put(connection) }
        do {
            try connection.begin()
            switch use {
            case .copy:
                // Its transaction is idle while the other database works.
                try connection.run("SET LOCAL idle_in_transaction_session_timeout = '1h'")
            case .sandbox:
                // Instances that start give tenants new secrets one after another. They do not exclude tenants'
                // operations: while one is under way, all others would wait behind the request for that lock.
                try PostgreSQLSchema.lock(connection)
                try PostgreSQLExecutor.lock(.tenants([]), isReading: false, connection)
            }
            let value = try body(PostgreSQLSession(connection))
            try pool.commit(connection)
            return value
        } catch {
            connection.rollback()
            if (error as? PostgreSQLError)?.isBusy == true { throw SandboxStoreError.busy }
            throw error
        }
    }

    func close() { executor.close() }
}
