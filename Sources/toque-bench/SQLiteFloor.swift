import Foundation
import GRDB

/// SQLite's own time for a durable write: a row with the bytes of a credential, committed alone.
final class SQLiteFloor: Sendable {
    private let queue: DatabaseQueue
    private static let row = Data(repeating: 0x5A, count: 600)

    init(path: String) throws {
        queue = try DatabaseQueue(path: path)
        try queue.inDatabase { database in
            try database.execute(
                sql: """
                    PRAGMA locking_mode = EXCLUSIVE;
                    PRAGMA journal_mode = WAL;
                    PRAGMA synchronous = FULL;
                    CREATE TABLE credential (sequence INTEGER PRIMARY KEY, content BLOB NOT NULL);
                    """)
        }
    }

    func commit() throws {
        try queue.inDatabase { database in
            try database.cachedStatement(sql: "INSERT INTO credential (content) VALUES (?)")
                .execute(arguments: [Self.row])
        }
    }
}
