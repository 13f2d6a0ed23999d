import Foundation
import GRDB
import SoftAuthenticator
import ToqueCOSE
import ToqueEncoding
import ToqueWebAuthn

/// The table `credential`. A row may have been changed by other hands, so that every value is checked.
enum CredentialRow {
    private static let columns = """
        rp_id, id, user_handle, user_name, user_display_name, public_key, discoverable, backed_up, counted, created_at
        """

    /// Within a transaction: a discoverable credential first removes that of the same user.
    static func insert(
        _ credential: PublicKeyCredentialSource, sealedKey: [UInt8], into database: Database
    ) throws {
        if credential.isDiscoverable {
            try database.execute(
                sql: "DELETE FROM credential WHERE rp_id = ? AND user_handle = ? AND discoverable",
                arguments: [credential.rpID, Data(credential.user.id)])
        }
        try database.execute(
            sql: "INSERT INTO credential (\(columns), sealed_key) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            arguments: [
                credential.rpID, Data(credential.id), Data(credential.user.id), credential.user.name,
                credential.user.displayName, Data(credential.publicKey.encoded), credential.isDiscoverable,
                credential.isBackedUp, credential.hasSignatureCounter, credential.createdAt.microseconds,
                Data(sealedKey),
            ])
    }

    static func fetch(rpID: String, id: [UInt8], from database: Database) throws -> PublicKeyCredentialSource? {
        let statement = try database.cachedStatement(
            sql: "SELECT \(columns) FROM credential WHERE rp_id = ? AND id = ?")
        return try Row.fetchOne(statement, arguments: [rpID, Data(id)]).map(credential)
    }

    static func fetchAll(rpID: String?, from database: Database) throws -> [PublicKeyCredentialSource] {
        let condition = rpID == nil ? "" : "WHERE rp_id = ?"
        let statement = try database.cachedStatement(
            sql: "SELECT \(columns) FROM credential \(condition) ORDER BY sequence DESC")
        return try Row.fetchAll(statement, arguments: rpID.map { [$0] } ?? []).map(credential)
    }

    static func sealedKey(rpID: String, id: [UInt8], from database: Database) throws -> [UInt8]? {
        let statement = try database.cachedStatement(
            sql: "SELECT sealed_key FROM credential WHERE rp_id = ? AND id = ?")
        return try Row.fetchOne(statement, arguments: [rpID, Data(id)]).map { try bytes("sealed_key", of: $0) }
    }

    /// - Returns: false where there was none.
    static func delete(rpID: String, id: [UInt8], from database: Database) throws -> Bool {
        try database.execute(
            sql: "DELETE FROM credential WHERE rp_id = ? AND id = ?", arguments: [rpID, Data(id)])
        return database.changesCount > 0
    }

    private static func credential(_ row: Row) throws -> PublicKeyCredentialSource {
        PublicKeyCredentialSource(
            id: try bytes("id", of: row),
            rpID: try value("rp_id", of: row),
            user: PublicKeyCredentialUserEntity(
                id: try bytes("user_handle", of: row), name: try value("user_name", of: row),
                displayName: try value("user_display_name", of: row)),
            publicKey: try publicKey(of: row),
            isDiscoverable: try value("discoverable", of: row),
            isBackedUp: try value("backed_up", of: row),
            hasSignatureCounter: try value("counted", of: row),
            createdAt: Timestamp(microseconds: try value("created_at", of: row)))
    }

    private static func publicKey(of row: Row) throws -> COSEKey {
        let encoded = try bytes("public_key", of: row)
        do throws(COSEError) {
            return try COSEKey(decoding: encoded)
        } catch {
            throw DamagedStore(reason: "credential.public_key: \(error)")
        }
    }

    private static func bytes(_ column: String, of row: Row) throws -> [UInt8] {
        Array(try value(column, of: row) as Data)
    }

    private static func value<Value: DatabaseValueConvertible>(_ column: String, of row: Row) throws -> Value {
        let stored: DatabaseValue? = row[column]
        guard let stored, let value = Value.fromDatabaseValue(stored) else {
            throw DamagedStore(reason: "credential.\(column) holds a value of another type")
        }
        return value
    }
}
