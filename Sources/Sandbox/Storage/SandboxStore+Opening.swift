extension SandboxStore {
    public enum Location: Sendable, Hashable {
        case memory
        /// Created with mode 0600 if missing; refused if others have access to it.
        case file(String)
    }
}

extension SandboxStore.Location {
    /// Opens or creates the database.
    func open(
        for provider: StoredProvider, _ durability: Durability, metrics: Metrics, health: StoreHealth
    ) throws(SandboxStoreError) -> any Storage {
        switch self {
        case .memory: try SQLiteStorage(nil, for: provider, durability, metrics: metrics, health: health)
        case .file(let path): try SQLiteStorage(path, for: provider, durability, metrics: metrics, health: health)
        }
    }
}
