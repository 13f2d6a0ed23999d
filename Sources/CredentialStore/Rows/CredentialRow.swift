import Foundation
import GRDB
import SoftAuthenticator
import ToqueCOSE
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

/// The table `credential`.
enum CredentialRow {
    private static let columns = """
        rp_id, id, user_handle, user_name, user_display_name, public_key, discoverable, backed_up, counted, protection, \
        third_party_payment, large_blobs, created_at
        """

    /// Requires a transaction: a discoverable credential first removes the same user's previous one.
    /// - Returns: the number of discoverable credentials that it adds, 0 or 1.
    static func insert(
        _ credential: PublicKeyCredentialSource, sealedKey: [UInt8], sealedCredBlob: [UInt8]?, into database: Database
    ) throws -> Int {
        let rpIDHash = Data(Digest.sha256(credential.rpID))
        var added = 0
        if credential.isDiscoverable {
            try database.run(
                "DELETE FROM credential WHERE rp_id_hash = ? AND user_handle = ? AND rp_id = ? AND discoverable",
                [rpIDHash, Data(credential.user.id), credential.rpID])
            added = 1 - database.changesCount
        }
        try database.run(
            """
            INSERT INTO credential (\(columns), rp_id_hash, sealed_key, sealed_cred_blob)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                credential.rpID, Data(credential.id), Data(credential.user.id), credential.user.name,
                credential.user.displayName, Data(credential.publicKey.encoded), credential.isDiscoverable,
                credential.backup.rawValue, credential.counter.rawValue, credential.protection.rawValue,
                credential.isForThirdPartyPayment, credential.largeBlobs?.rawValue ?? 0,
                credential.createdAt.microseconds, rpIDHash, Data(sealedKey), sealedCredBlob.map { Data($0) },
            ])
        return added
    }

    static func fetch(rpID: String, id: [UInt8], from database: Database) throws -> PublicKeyCredentialSource? {
        let statement = try database.cachedStatement(
            sql: "SELECT \(columns) FROM credential WHERE rp_id = ? AND id = ?")
        return try Row.fetchOne(statement, arguments: [rpID, Data(id)]).map(credential)
    }

    /// Most recent first.
    static func fetchAll(from database: Database) throws -> [PublicKeyCredentialSource] {
        let statement = try database.cachedStatement(sql: "SELECT \(columns) FROM credential ORDER BY sequence DESC")
        return try Row.fetchAll(statement).map(credential)
    }

    /// Most recent first. Discoverable credentials and others have an index each.
    static func fetchAll(rpID: String, from database: Database) throws -> [PublicKeyCredentialSource] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT \(columns) FROM credential
                WHERE (rp_id_hash = ? AND rp_id = ? AND discoverable) OR (rp_id = ? AND NOT discoverable)
                ORDER BY sequence DESC
                """)
        return try Row.fetchAll(statement, arguments: [Data(Digest.sha256(rpID)), rpID, rpID]).map(credential)
    }

    static func sealedKey(rpID: String, id: [UInt8], from database: Database) throws -> [UInt8]? {
        let statement = try database.cachedStatement(
            sql: "SELECT sealed_key FROM credential WHERE rp_id = ? AND id = ?")
        return try Row.fetchOne(statement, arguments: [rpID, Data(id)]).map {
            try $0.checkedBytes("sealed_key")
        }
    }

    /// - Returns: nil if the credential does not exist, `.some(nil)` if nothing is stored with it.
    static func sealedCredBlob(rpID: String, id: [UInt8], from database: Database) throws -> [UInt8]?? {
        let statement = try database.cachedStatement(
            sql: "SELECT sealed_cred_blob FROM credential WHERE rp_id = ? AND id = ?")
        return try Row.fetchOne(statement, arguments: [rpID, Data(id)]).map { row in
            row.hasNull(atIndex: 0) ? nil : try row.checkedBytes("sealed_cred_blob")
        }
    }

    /// - Returns: nil if the credential does not exist, `.some(nil)` if no large blob is stored with it.
    static func sealedLargeBlob(rpID: String, id: [UInt8], from database: Database) throws -> [UInt8]?? {
        let statement = try database.cachedStatement(
            sql: "SELECT sealed_large_blob FROM credential WHERE rp_id = ? AND id = ?")
        return try Row.fetchOne(statement, arguments: [rpID, Data(id)]).map { row in
            row.hasNull(atIndex: 0) ? nil : try row.checkedBytes("sealed_large_blob")
        }
    }

    /// The total size in bytes of all large blobs stored with credentials.
    static func sizeOfLargeBlobs(_ database: Database) throws -> Int {
        let statement = try database.cachedStatement(
            sql: """
                SELECT COALESCE(SUM(LENGTH(sealed_large_blob)), 0) AS size FROM credential
                WHERE sealed_large_blob NOT NULL
                """)
        guard let row = try Row.fetchOne(statement) else { return 0 }
        return try row.checked("size")
    }

    static func setSealedLargeBlob(_ sealed: [UInt8], rpID: String, id: [UInt8], in database: Database) throws {
        try database.execute(
            sql: "UPDATE credential SET sealed_large_blob = ? WHERE rp_id = ? AND id = ?",
            arguments: [Data(sealed), rpID, Data(id)])
    }

    /// - Returns: false if it did not exist.
    static func delete(rpID: String, id: [UInt8], from database: Database) throws -> Bool {
        try database.run("DELETE FROM credential WHERE rp_id = ? AND id = ?", [rpID, Data(id)])
        return database.changesCount > 0
    }

    static func deleteAll(from database: Database) throws {
        try database.execute(sql: "DELETE FROM credential")
    }

    /// - Returns: false if the credential does not exist.
    static func updateUser(
        _ user: PublicKeyCredentialUserEntity, rpID: String, id: [UInt8], in database: Database
    ) throws -> Bool {
        try database.execute(
            sql: "UPDATE credential SET user_name = ?, user_display_name = ? WHERE rp_id = ? AND id = ?",
            arguments: [user.name, user.displayName, rpID, Data(id)])
        return database.changesCount > 0
    }

    // MARK: Discoverable credentials

    static func fetchDiscoverable(id: [UInt8], from database: Database) throws -> PublicKeyCredentialSource? {
        let statement = try database.cachedStatement(
            sql: "SELECT \(columns) FROM credential WHERE id = ? AND discoverable ORDER BY sequence DESC LIMIT 1")
        return try Row.fetchOne(statement, arguments: [Data(id)]).map(credential)
    }

    static func discoverableCount(_ database: Database) throws -> Int {
        let statement = try database.cachedStatement(
            sql: "SELECT COUNT(*) AS count FROM credential WHERE discoverable")
        return try Row.fetchOne(statement)?.checked("count") ?? 0
    }

    /// Most recent first.
    static func relyingPartyIDs(_ database: Database) throws -> [String] {
        let statement = try database.cachedStatement(
            sql: "SELECT rp_id FROM credential WHERE discoverable GROUP BY rp_id_hash ORDER BY MAX(sequence) DESC")
        return try Row.fetchAll(statement).map { try $0.checked("rp_id") }
    }

    static func relyingPartyID(hash: [UInt8], from database: Database) throws -> String? {
        let statement = try database.cachedStatement(
            sql: "SELECT rp_id FROM credential WHERE rp_id_hash = ? AND discoverable LIMIT 1")
        guard let row = try Row.fetchOne(statement, arguments: [Data(hash)]) else { return nil }
        let rpID: String = try row.checked("rp_id")
        guard Digest.sha256(rpID) == hash else {
            throw DamagedStore(reason: "credential.rp_id_hash is not the hash of credential.rp_id")
        }
        return rpID
    }

    // MARK: Reading

    private static func credential(_ row: Row) throws -> PublicKeyCredentialSource {
        PublicKeyCredentialSource(
            id: try row.checkedBytes("id"),
            rpID: try row.checked("rp_id"),
            user: PublicKeyCredentialUserEntity(
                id: try row.checkedBytes("user_handle"), name: try row.checked("user_name"),
                displayName: try row.checked("user_display_name")),
            publicKey: try publicKey(of: row),
            isDiscoverable: try row.checked("discoverable"),
            backup: try choice("backed_up", of: row),
            counter: try choice("counted", of: row),
            protection: try protection(of: row),
            isForThirdPartyPayment: try row.checked("third_party_payment"),
            largeBlobs: try largeBlobs(of: row),
            createdAt: Timestamp(microseconds: try row.checked("created_at")))
    }

    private static func publicKey(of row: Row) throws -> COSEKey {
        let encoded = try row.checkedBytes("public_key")
        do throws(COSEError) {
            return try COSEKey(decoding: encoded, allowRS1: true)
        } catch {
            throw DamagedStore(reason: "credential.public_key: \(error)")
        }
    }

    private static func largeBlobs(of row: Row) throws -> LargeBlobForm? {
        try row.checked("large_blobs") as Int == 0 ? nil : choice("large_blobs", of: row)
    }

    /// The value of a column that stores an enumeration as a number.
    private static func choice<Value: RawRepresentable<Int>>(_ column: String, of row: Row) throws -> Value {
        guard let value = Value(rawValue: try row.checked(column)) else {
            throw DamagedStore(reason: "credential.\(column) has an unknown value")
        }
        return value
    }

    private static func protection(of row: Row) throws -> CredentialProtectionPolicy {
        guard let protection = CredentialProtectionPolicy(rawValue: try row.checked("protection")) else {
            throw DamagedStore(reason: "credential.protection is none of the levels 1 to 3")
        }
        return protection
    }
}
