import CredentialStore
import SoftAuthenticator

/// The storages that fulfill the contract.
enum StorageKind: CaseIterable {
    case memory, sqlite

    /// Runs a test with a new storage of this kind.
    func with(_ body: (any CredentialStorage) async throws -> Void) async throws {
        switch self {
        case .memory: try await body(MemoryCredentialStore())
        case .sqlite:
            let directory = try TemporaryDirectory()
            let store = try SQLiteCredentialStore(path: directory.store)
            try await body(store)
            try store.close()
        }
    }
}
