import Foundation
import GRDB

/// The table `fingerprint`.
enum FingerprintRow {
    /// A row as stored, with the finger sealed.
    struct Sealed {
        let id: [UInt8]
        let friendlyName: String
        let sealedFinger: [UInt8]
    }

    /// In order of enrollment.
    static func fetchAll(_ database: Database) throws -> [Sealed] {
        let statement = try database.cachedStatement(sql: "SELECT * FROM fingerprint ORDER BY sequence")
        return try Row.fetchAll(statement).map { row in
            Sealed(
                id: try row.checkedBytes("id"), friendlyName: try row.checked("friendly_name"),
                sealedFinger: try row.checkedBytes("sealed_finger"))
        }
    }

    static func save(_ fingerprint: Sealed, to database: Database) throws {
        try database.execute(
            sql: """
                INSERT INTO fingerprint (id, friendly_name, sealed_finger) VALUES (?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET
                    friendly_name = excluded.friendly_name, sealed_finger = excluded.sealed_finger
                """,
            arguments: [Data(fingerprint.id), fingerprint.friendlyName, Data(fingerprint.sealedFinger)])
    }

    /// - Returns: false if it did not exist.
    static func delete(id: [UInt8], from database: Database) throws -> Bool {
        try database.execute(sql: "DELETE FROM fingerprint WHERE id = ?", arguments: [Data(id)])
        return database.changesCount > 0
    }

    static func deleteAll(from database: Database) throws { try database.execute(sql: "DELETE FROM fingerprint") }
}
