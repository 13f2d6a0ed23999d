import Foundation
import GRDB
import SoftAuthenticator

/// The table `pin`: one row if a PIN is set, otherwise none.
enum PINRow {
    static func state(_ database: Database) throws -> PINState? {
        let statement = try database.cachedStatement(sql: "SELECT retries, code_points FROM pin")
        return try Row.fetchOne(statement).map { row in
            PINState(retries: try retries(row), codePoints: try row.checked("code_points"))
        }
    }

    static func sealedVerifier(_ database: Database) throws -> [UInt8]? {
        let statement = try database.cachedStatement(sql: "SELECT sealed_verifier FROM pin")
        return try Row.fetchOne(statement).map { try $0.checkedBytes("sealed_verifier") }
    }

    static func set(sealedVerifier: [UInt8], codePoints: Int, in database: Database) throws {
        try database.execute(
            sql: "REPLACE INTO pin (id, sealed_verifier, code_points, retries) VALUES (1, ?, ?, ?)",
            arguments: [Data(sealedVerifier), codePoints, PINState.maxRetries])
    }

    /// Requires a transaction: takes one try away.
    /// - Returns: the remaining tries; 0 if no PIN is set.
    static func spendRetry(_ database: Database) throws -> Int {
        let statement = try database.cachedStatement(
            sql: "UPDATE pin SET retries = retries - 1 WHERE retries > 0 RETURNING retries")
        return try Row.fetchAll(statement).first.map(retries) ?? 0
    }

    static func restoreRetries(_ database: Database) throws {
        try database.execute(sql: "UPDATE pin SET retries = ?", arguments: [PINState.maxRetries])
    }

    static func delete(from database: Database) throws { try database.execute(sql: "DELETE FROM pin") }

    private static func retries(_ row: Row) throws -> Int {
        let retries: Int = try row.checked("retries")
        guard (0...PINState.maxRetries).contains(retries) else {
            throw DamagedStore(reason: "pin.retries is not a number from 0 to \(PINState.maxRetries)")
        }
        return retries
    }
}
