import ToqueEncoding
import ToqueTestSupport

@testable import Sandbox

/// One database that several stores use, as several processes would.
final class SharedStorage: Storage {
    private let storage: any Storage

    init(_ storage: any Storage) { self.storage = storage }

    let isShared = true
    var waitingCount: Int { storage.waitingCount }
    var loss: SandboxStoreError? { storage.loss }

    func perform<Value: Sendable>(
        _ scope: StorageScope, isReading: Bool, undone: @escaping @Sendable () -> Void,
        committed: @escaping @Sendable (Value) -> Void,
        _ body: @escaping @Sendable (any StorageSession) throws -> Value
    ) async throws -> Value {
        try await storage.perform(scope, isReading: isReading, undone: undone, committed: committed, body)
    }

    func begin<Value>(_ body: (any StorageSession) throws -> Value) throws -> Value { try storage.begin(body) }
    func close() {}

    /// Two stores with the tenant `t` on one database: in memory, or a server's if the tests are to use that in place
    /// of memory.
    static func stores(
        for provider: StoredProvider = StoredProvider(secrets: ["key"]), clock: any SandboxClock,
        onTimer: @escaping SandboxStore.TimerHandler = { _, _ in }
    ) async throws -> (SandboxStore, SandboxStore) {
        let stores: (SandboxStore, SandboxStore)
        if let address = try PostgreSQLCluster.schemaInsteadOfMemory() {
            func store() throws -> SandboxStore {
                try SandboxStore(.server(address), for: provider, clock: clock, onTimer: onTimer)
            }
            stores = (try store(), try store())
        } else {
            let storage = SharedStorage(
                try SandboxStore.Location.memory.open(for: provider, .full, metrics: Metrics(), health: StoreHealth()))
            func store() throws -> SandboxStore {
                try SandboxStore(
                    storage, for: provider, clock: clock, metrics: Metrics(), health: StoreHealth(), onTimer: onTimer)
            }
            stores = (try store(), try store())
        }
        try await stores.0.admit(APIKey(id: "t", secret: "secret"), isConfigured: false, clock: TenantClock()) { _ in }
        return stores
    }
}
