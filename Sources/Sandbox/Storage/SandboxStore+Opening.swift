import Glibc
import PostgreSQL

extension SandboxStore {
    public enum Location: Sendable, Hashable {
        case memory
        /// Created with mode 0600 if missing; refused if others have access to it.
        case file(String)
        /// A PostgreSQL database, which several processes share.
        case server(PostgreSQLAddress)
    }
}

extension SandboxStore.Location {
    /// - Parameter place: a file, or an address such as `postgresql://toque@db.example/sandbox`.
    /// - Throws: for an address that cannot be used, or that has a password. The error never shows the text.
    public init(_ place: String) throws(SandboxStoreError) {
        guard PostgreSQLAddress.isAddress(place) else {
            guard !PostgreSQLAddress.resemblesAddress(place) else {
                throw SandboxStoreError(
                    "a database is a file or postgresql://HOST/NAME; a file whose name has a = is ./NAME")
            }
            self = .file(place)
            return
        }
        do throws(PostgreSQLError) {
            self = .server(try PostgreSQLAddress(place))
        } catch {
            throw SandboxStoreError(error.description)
        }
    }

    /// Opens or creates the database.
    /// - Parameter use: of a server's database; one process at a time uses a file.
    func open(
        for provider: StoredProvider, _ durability: Durability, use: DatabaseUse = .sandbox, metrics: Metrics,
        health: StoreHealth
    ) throws(SandboxStoreError) -> any Storage {
        switch self {
        case .memory: try SQLiteStorage(nil, for: provider, durability, metrics: metrics, health: health)
        case .file(let path): try SQLiteStorage(path, for: provider, durability, metrics: metrics, health: health)
        case .server(let address):
            try PostgreSQLStorage(address, for: provider, durability, use: use, metrics: metrics, health: health)
        }
    }

    /// - Throws: for a file that opening would make.
    func checkExists() throws(SandboxStoreError) {
        guard case .file(let path) = self, access(path, F_OK) != 0 else { return }
        throw SandboxStoreError("\(path): No such file or directory")
    }
}
