import GRDB
import PostgreSQL
import Testing
import ToqueTestSupport

@testable import Sandbox

/// A kind of database on which the store's tests run.
struct StorageUnderTest: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Makes the place of an empty database in an empty folder, which outlasts it.
    let location: @Sendable (_ folder: String) throws -> SandboxStore.Location

    /// Without PostgreSQL where it is not installed; `PostgreSQLConnectionTests` are skipped by name there.
    static let all =
        [
            StorageUnderTest(testDescription: "memory") { _ in .memory },
            StorageUnderTest(testDescription: "SQLite") { .file($0 + "/sandbox.sqlite") },
        ] + (PostgreSQLCluster.isInstalled ? [postgreSQL] : [])

    static let postgreSQL = StorageUnderTest(testDescription: "PostgreSQL") { _ in
        .server(try PostgreSQLCluster.makeDatabase())
    }
}

extension SandboxConfiguration {
    /// Keeps the data in PostgreSQL if the tests are to use it in place of memory.
    mutating func replaceMemory() throws {
        if database == .memory, let address = try PostgreSQLCluster.schemaInsteadOfMemory() {
            database = .server(address)
        }
    }
}

extension SandboxStore {
    /// SQLite itself, for faults that the store never makes.
    func sqlite<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        try await access(.everything) { session in
            guard let sqlite = session as? SQLiteSession else {
                throw SandboxStoreError("the database is not SQLite")
            }
            return try body(sqlite.database)
        }
    }
}
