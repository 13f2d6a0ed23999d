import GRDB
import Testing

@testable import Sandbox

/// A kind of database on which the store's tests run.
struct StorageUnderTest: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Makes the place of an empty database in an empty folder, which outlasts it.
    let location: @Sendable (_ folder: String) throws -> SandboxStore.Location

    static let all = [
        StorageUnderTest(testDescription: "memory") { _ in .memory },
        StorageUnderTest(testDescription: "SQLite") { .file($0 + "/sandbox.sqlite") },
    ]
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
