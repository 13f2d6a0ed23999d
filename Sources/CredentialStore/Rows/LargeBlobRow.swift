import Foundation
import GRDB

/// The table `large_blob`: one row if the array was written, otherwise none.
enum LargeBlobRow {
    static func fetch(_ database: Database) throws -> [UInt8]? {
        let statement = try database.cachedStatement(sql: "SELECT array FROM large_blob")
        return try Row.fetchOne(statement).map { try $0.checkedBytes("array") }
    }

    static func save(_ array: [UInt8], to database: Database) throws {
        try database.execute(
            sql: "REPLACE INTO large_blob (id, array) VALUES (1, ?)", arguments: [Data(array)])
    }

    static func delete(from database: Database) throws { try database.execute(sql: "DELETE FROM large_blob") }
}
