import Foundation
import GRDB
import SoftAuthenticator

/// The table `counter`: the signature counters of credentials with their own. A trigger deletes a counter with its
/// credential.
enum CounterRow {
    static func fetch(_ id: [UInt8], from database: Database) throws -> CredentialCounter? {
        let statement = try database.cachedStatement(sql: "SELECT behavior, uses FROM counter WHERE id = ?")
        guard let row = try Row.fetchOne(statement, arguments: [Data(id)]) else { return nil }
        guard let behavior = CounterBehavior(parsing: try row.checked("behavior")) else {
            throw DamagedStore(reason: "counter.behavior has an unknown value")
        }
        return CredentialCounter(behavior, uses: try row.checked("uses"))
    }

    static func save(_ counter: CredentialCounter?, of id: [UInt8], to database: Database) throws {
        guard let counter else {
            return try database.run("DELETE FROM counter WHERE id = ?", [Data(id)])
        }
        try database.run(
            "REPLACE INTO counter (id, behavior, uses) VALUES (?, ?, ?)",
            [Data(id), counter.behavior.description, counter.uses])
    }

    static func deleteAll(from database: Database) throws { try database.execute(sql: "DELETE FROM counter") }
}
