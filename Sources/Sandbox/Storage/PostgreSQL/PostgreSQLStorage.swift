import PostgreSQL

/// A database of a PostgreSQL server, which several instances share.
final class PostgreSQLStorage: Storage {
    private let pool: PostgreSQLPool
    private let executor: PostgreSQLExecutor

    /// Connects, and creates or migrates the tables.
    init(
        _ address: PostgreSQLAddress, for provider: StoredProvider, _ durability: Durability, metrics: Metrics,
        health: StoreHealth
    ) throws(SandboxStoreError) {
        pool = PostgreSQLPool(address, durability)
        do {
            let connection = try pool.take()
            try PostgreSQLSchema.open(connection, for: provider)
            pool.put(connection)
        } catch let error as SandboxStoreError {
            throw SandboxStoreError("\(address) cannot be used: \(error.description)")
        } catch let error as PostgreSQLError where error.kind == .connecting || error.kind == .library {
            throw SandboxStoreError(error.description)
        } catch let error as PostgreSQLError where error.isBusy {
            throw SandboxStoreError("\(address) cannot be used: \(Self.busy)")
        } catch {
            throw SandboxStoreError("\(address) cannot be used: \(error)")
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

    func begin<Value>(excludingOthers: Bool, _ body: (any StorageSession) throws -> Value) throws -> Value {
        let connection = try pool.take()
        defer { pool.put(connection) }
        do {
            try connection.begin()
            try connection.identify()
            if excludingOthers {
                // A copy's transaction is idle while the other database works.
                try connection.run("SET LOCAL idle_in_transaction_session_timeout = '1h'")
                try PostgreSQLExecutor.lock(.everything, isReading: false, connection)
            } else {
                // Instances that start give tenants new secrets one after another. They do not exclude tenants'
                // operations: while one is under way, all others would wait behind the request for that lock.
                try PostgreSQLSchema.lock(connection)
                try PostgreSQLExecutor.lock(.tenants([]), isReading: false, connection)
            }
            let value = try body(PostgreSQLSession(connection))
            try connection.commit()
            return value
        } catch {
            connection.rollback()
            if (error as? PostgreSQLError)?.isBusy == true { throw SandboxStoreError(Self.busy) }
            throw error
        }
    }

    private static let busy = "another instance or a migration works on the database; try again"

    func close() { executor.close() }
}
