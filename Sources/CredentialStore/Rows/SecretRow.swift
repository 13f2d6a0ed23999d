import Foundation
import GRDB
import SoftAuthenticator

/// The table `secret`: the authenticator's own secrets, sealed.
enum SecretRow {
    static func fetch(_ name: StoredSecret, from database: Database) throws -> [UInt8]? {
        let statement = try database.cachedStatement(sql: "SELECT sealed FROM secret WHERE name = ?")
        return try Row.fetchOne(statement, arguments: [name.rawValue]).map { try $0.checkedBytes("sealed") }
    }

    /// Inserts a secret unless one with its name exists.
    static func insert(_ name: StoredSecret, sealed: [UInt8], into database: Database) throws {
        try database.execute(
            sql: "INSERT INTO secret (name, sealed) VALUES (?, ?) ON CONFLICT DO NOTHING",
            arguments: [name.rawValue, Data(sealed)])
    }

    static func delete(_ name: StoredSecret, from database: Database) throws {
        try database.run("DELETE FROM secret WHERE name = ?", [name.rawValue])
    }
}
