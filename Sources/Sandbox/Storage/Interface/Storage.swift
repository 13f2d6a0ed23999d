/// A database that runs the sandbox's operations, each in a transaction. An operation's writes are durable before the
/// call returns.
protocol Storage: Sendable {
    /// True if other processes change the same data: what memory holds of a tenant is then valid only within an
    /// operation of the tenant, which reads its record first.
    var isShared: Bool { get }

    /// Runs one operation. Those that share a tenant run one after another; others may run at the same time.
    /// - Parameters:
    ///   - scope: the data that the operation uses.
    ///   - isReading: the body writes nothing that an error would have to undo.
    ///   - undone: called if the body's writes do not count, before another operation of the scope begins.
    ///   - committed: called once the body's writes are durable, before the caller continues and before another
    ///     operation of the scope begins.
    ///   - body: atomic: if it throws, its writes are undone.
    /// - Throws: the body's error, or the database's.
    func perform<Value: Sendable>(
        _ scope: StorageScope, isReading: Bool, undone: @escaping @Sendable () -> Void,
        committed: @escaping @Sendable (Value) -> Void,
        _ body: @escaping @Sendable (any StorageSession) throws -> Value
    ) async throws -> Value

    /// Runs an operation at the start, before any other of this process. Blocks.
    func begin<Value>(_ body: (any StorageSession) throws -> Value) throws -> Value

    /// The number of waiting operations.
    var waitingCount: Int { get }
    /// The reason why writes are lost although they seem to succeed; nil if all is well.
    var loss: SandboxStoreError? { get }

    /// Ends the use of the database. Later operations fail.
    func close()
}

/// The data that an operation uses, which orders it among the others.
enum StorageScope: Sendable, Hashable {
    /// One tenant's data, and the shared data for reading.
    case tenant(String)
    case tenants([String])
    /// The data of all tenants, and what belongs to none, such as shared settings.
    case everything

    /// The tenants in a fixed order, so that two operations never wait for each other; nil for all.
    var tenants: [String]? {
        switch self {
        case .tenant(let tenant): [tenant]
        case .tenants(let tenants): Set(tenants).sorted()
        case .everything: nil
        }
    }
}
