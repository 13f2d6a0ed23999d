import GRDB
import SoftAuthenticator

/// The one signature counter of a store (WebAuthn section 6.1.1).
enum SignatureCounter {
    static func value(_ database: Database) throws -> UInt32 {
        guard let count = try DatabaseValue.fetchOne(database, sql: "SELECT sign_count FROM store") else {
            throw DamagedStore(reason: "store has no row")
        }
        return try value(count)
    }

    /// Within a transaction: adds one.
    /// - Returns: the new value.
    static func increment(_ database: Database) throws -> UInt32 {
        let statement = try database.cachedStatement(
            sql: "UPDATE store SET sign_count = sign_count + 1 WHERE sign_count < ? RETURNING sign_count")
        let next = try DatabaseValue.fetchAll(statement, arguments: [Int64(UInt32.max)]).first.map(value)
        guard let next else { throw CredentialStorageError.counterExhausted }
        return next
    }

    private static func value(_ stored: DatabaseValue) throws -> UInt32 {
        guard let count = UInt32.fromDatabaseValue(stored) else {
            throw DamagedStore(reason: "store.sign_count is no number from 0 to 2^32 - 1")
        }
        return count
    }
}
