import GRDB
import ToqueCrypto

/// Operations on the whole file, not on a single tenant.
extension SandboxStore {
    /// The tenants that own a one-time value, used or not: several if they loaded the same state.
    public func tenants(ofOneTimeValue value: String, purpose: String) async throws -> [String] {
        try await executor.perform(isReading: true) {
            try ReadTransaction.tenants(ofOneTimeValue: value, purpose: purpose, $0)
        }
    }

    /// The tenants that have an object of any kind with this id, the first owner first: several if they loaded the same
    /// state or began with the same objects.
    public func tenants(ofObject id: String) async throws -> [String] {
        try await executor.perform(isReading: true) { database in
            try String.fetchAll(
                database.cachedStatement(
                    sql: "SELECT tenant FROM object WHERE id = ? GROUP BY tenant ORDER BY min(sequence)"),
                arguments: [id])
        }
    }

    /// Randomness of the file rather than a tenant, such as for keys.
    /// - Parameter purpose: with a seed, the same purpose gives the same bytes.
    public func random(for purpose: String) -> any RandomSource {
        seed.map { SeededRandom(seed: "\($0)\u{0}\(purpose)") } ?? SystemRandom()
    }

    /// A tenant's secrets. Generates the missing ones that the provider declares.
    func readSecrets(of tenant: String, _ database: Database) throws -> [String: TenantSecret] {
        try secrets.read(of: tenant, database) { random(for: "secret \($0) of \(tenant)") }
    }

    /// A setting of the file, shared by all tenants.
    public func sharedSetting(_ name: String) async throws -> String? {
        try await access { database in
            try String.fetchOne(
                database, sql: "SELECT value FROM shared_setting WHERE name = ?", arguments: [name])
        }
    }

    /// Sets it unless it has a value.
    /// - Returns: its value.
    public func initializeSharedSetting(_ name: String, _ value: String) async throws -> String {
        try await access { database in
            try database.execute(
                sql: "INSERT INTO shared_setting (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING",
                arguments: [name, value])
            return try String.fetchOne(
                database, sql: "SELECT value FROM shared_setting WHERE name = ?", arguments: [name]) ?? value
        }
    }

    /// The database's settings, for tests.
    func pragma(_ name: StaticString) async throws -> String? {
        try await access { try String.fetchOne($0, sql: "PRAGMA \(name)") }
    }
}
