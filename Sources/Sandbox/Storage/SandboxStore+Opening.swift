import PostgreSQL
import ToqueFiles

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
    /// - Throws: for an empty name, an address that cannot be used, or one that has a password. The error never shows
    ///   the text.
    public init(_ place: String) throws(SandboxStoreError) {
        guard !place.isEmpty else {
            throw SandboxStoreError(
                "the database has no name", remedy: "name a file or postgresql://USER@HOST/NAME", isMisuse: true)
        }
        guard PostgreSQLAddress.isAddress(place) else {
            guard !PostgreSQLAddress.resemblesAddress(place) else {
                let isPair = place.contains("=") && !place.contains("://")
                throw SandboxStoreError(
                    "a database is a file or postgresql://USER@HOST/NAME",
                    remedy: isPair
                        ? "write ./NAME for a file with = in its name" : "write postgresql://USER@HOST/NAME",
                    isMisuse: true)
            }
            self = .file(place)
            return
        }
        do throws(PostgreSQLError) {
            self = .server(try PostgreSQLAddress(place))
        } catch {
            throw SandboxStoreError(error)
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

    /// The path or the address, for errors: neither has a secret.
    var name: String {
        switch self {
        case .memory: "memory"
        case .file(let path): path
        case .server(let address): address.description
        }
    }

    /// - Throws: for a file that opening would make.
    func checkExists() throws(SandboxStoreError) {
        guard case .file(let path) = self, FileIdentity(of: path) == nil else { return }
        throw SandboxStoreError("No such file or directory", at: path)
    }

    /// True if both lead to the same file. Of servers, only the same address: `DatabaseUse` finds out the rest.
    func isSame(as other: Self) -> Bool {
        guard case .file(let path) = self, case .file(let otherPath) = other, let file = FileIdentity(of: path) else {
            return self == other
        }
        return file == FileIdentity(of: otherPath)
    }
}
