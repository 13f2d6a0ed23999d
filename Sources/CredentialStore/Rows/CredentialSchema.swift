import Foundation
import GRDB
import SoftAuthenticator
import ToqueCrypto

/// The tables of a store, and the checks before their use.
enum CredentialSchema {
    /// `toqu`, in the file's header (https://sqlite.org/pragma.html#pragma_application_id).
    private static let applicationID: Int32 = 0x746F_7175

    static func open(_ path: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.label = "toque.credentials"
        configuration.prepareDatabase { database in
            // Before any write: the file may be another program's database.
            let isEmpty = try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM sqlite_schema") == 0
            guard try isEmpty || id(of: database) == applicationID else {
                throw StoreFailure.corrupt(path, "found a database of another program")
            }
            try database.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
            try database.execute(sql: "PRAGMA journal_mode = WAL")
            try database.execute(sql: "PRAGMA synchronous = FULL")
            // Overwrites deleted content, so no sealed key stays in a freed page.
            try database.execute(sql: "PRAGMA secure_delete = ON")
        }
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    /// True until the tables exist.
    static func isNew(_ database: Database) throws -> Bool { try id(of: database) != applicationID }

    private static func id(of database: Database) throws -> Int32? {
        try Int32.fetchOne(database, sql: "PRAGMA application_id")
    }

    /// Brings the tables up to date and checks the key.
    /// - Returns: the sealer of the store's private keys, and the sealer of its PIN and secrets.
    static func prepare(
        _ queue: DatabaseQueue, key: borrowing SecretBytes, keyPath: String
    ) throws -> (CredentialSealer, SecretSealer) {
        guard try !queue.inDatabase(migrator.hasBeenSuperseded) else {
            throw CredentialStorageError(
                .newerSchema, "\(queue.path) was made by a later version of this software; update, or use another store"
            )
        }
        try migrator.migrate(queue)
        let salt = try queue.inDatabase { database in
            if let salt = try Data.fetchOne(database, sql: "SELECT salt FROM store") { return Array(salt) }
            // The first opening, or one after a crash right after the migration: nothing has been sealed yet.
            let salt = SystemRandom().bytes(32)
            try database.execute(
                sql: "INSERT INTO store (id, salt, key_check, sign_count) VALUES (1, ?, ?, 0)",
                arguments: [Data(salt), Data(keyCheck(key, salt: salt))])
            return salt
        }
        let expected = try queue.inDatabase { try Data.fetchOne($0, sql: "SELECT key_check FROM store") }
        guard keyCheck(key, salt: salt).constantTimeEquals(Array(expected ?? Data())) else {
            throw CredentialStorageError(
                .wrongKeyFile, "\(keyPath) is the key file of another store than \(queue.path); name the right one")
        }
        return (
            CredentialSealer(key: derive("private keys", from: key, salt: salt, count: AES256GCM.keySize)),
            SecretSealer(key: derive("secrets", from: key, salt: salt, count: AES256GCM.keySize))
        )
    }

    /// Returns a value that identifies the store's key and reveals nothing else about it.
    private static func keyCheck(_ key: borrowing SecretBytes, salt: [UInt8]) -> [UInt8] {
        derive("key check", from: key, salt: salt, count: 32).withUnsafeBytes { Array($0) }
    }

    private static func derive(
        _ purpose: String, from key: borrowing SecretBytes, salt: [UInt8], count: Int
    ) -> SecretBytes {
        HKDF.derive(from: key, salt: salt, info: Array(purpose.utf8), count: count)
    }

    /// One step per version. Released steps never change.
    private static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { database in
            try database.execute(sql: "PRAGMA application_id = \(applicationID)")
            try database.execute(
                sql: """
                    CREATE TABLE store (
                        id INTEGER PRIMARY KEY CHECK (id = 1), salt BLOB NOT NULL, key_check BLOB NOT NULL,
                        sign_count INTEGER NOT NULL
                    ) STRICT;
                    CREATE TABLE credential (
                        sequence INTEGER PRIMARY KEY AUTOINCREMENT, rp_id TEXT NOT NULL, id BLOB NOT NULL,
                        user_handle BLOB NOT NULL, user_name TEXT NOT NULL, user_display_name TEXT NOT NULL,
                        public_key BLOB NOT NULL, sealed_key BLOB NOT NULL, discoverable INTEGER NOT NULL,
                        backed_up INTEGER NOT NULL, counted INTEGER NOT NULL, created_at INTEGER NOT NULL,
                        UNIQUE (rp_id, id)
                    ) STRICT;
                    CREATE UNIQUE INDEX credential_of_user ON credential (rp_id, user_handle) WHERE discoverable;
                    """)
        }
        migrator.registerMigration("2") { database in
            try database.execute(
                sql: """
                    ALTER TABLE credential ADD COLUMN protection INTEGER NOT NULL DEFAULT 1;
                    ALTER TABLE credential ADD COLUMN third_party_payment INTEGER NOT NULL DEFAULT 0;
                    ALTER TABLE credential ADD COLUMN rp_id_hash BLOB NOT NULL DEFAULT x'';
                    CREATE INDEX discoverable_credential ON credential (id) WHERE discoverable;
                    CREATE INDEX discoverable_rp_id_hash ON credential (rp_id_hash) WHERE discoverable;

                    ALTER TABLE store ADD COLUMN discoverable_count INTEGER NOT NULL DEFAULT 0;
                    UPDATE store SET discoverable_count = (SELECT COUNT(*) FROM credential WHERE discoverable);
                    CREATE TRIGGER discoverable_saved AFTER INSERT ON credential WHEN new.discoverable BEGIN
                        UPDATE store SET discoverable_count = discoverable_count + 1;
                    END;
                    CREATE TRIGGER discoverable_deleted AFTER DELETE ON credential WHEN old.discoverable BEGIN
                        UPDATE store SET discoverable_count = discoverable_count - 1;
                    END;

                    CREATE TABLE pin (
                        id INTEGER PRIMARY KEY CHECK (id = 1), sealed_verifier BLOB NOT NULL,
                        code_points INTEGER NOT NULL, retries INTEGER NOT NULL
                    ) STRICT;
                    CREATE TABLE secret (name TEXT PRIMARY KEY, sealed BLOB NOT NULL) STRICT;
                    """)
            for rpID in try String.fetchAll(database, sql: "SELECT DISTINCT rp_id FROM credential") {
                try database.execute(
                    sql: "UPDATE credential SET rp_id_hash = ? WHERE rp_id = ?",
                    arguments: [Data(Digest.sha256(rpID)), rpID])
            }
        }
        migrator.registerMigration("3") { database in
            try database.execute(
                sql: """
                    ALTER TABLE credential ADD COLUMN large_blob_key INTEGER NOT NULL DEFAULT 0;
                    ALTER TABLE credential ADD COLUMN sealed_cred_blob BLOB;

                    CREATE TABLE settings (
                        id INTEGER PRIMARY KEY CHECK (id = 1), min_pin_length INTEGER NOT NULL,
                        min_pin_length_rp_ids TEXT NOT NULL, force_pin_change INTEGER NOT NULL,
                        pin_complexity_policy INTEGER NOT NULL, always_uv INTEGER NOT NULL,
                        enterprise_attestation INTEGER NOT NULL, uv_retries INTEGER NOT NULL,
                        uv_count_since_pin INTEGER NOT NULL
                    ) STRICT;
                    CREATE TABLE fingerprint (
                        sequence INTEGER PRIMARY KEY AUTOINCREMENT, id BLOB NOT NULL UNIQUE,
                        friendly_name TEXT NOT NULL, sealed_finger BLOB NOT NULL
                    ) STRICT;
                    CREATE TABLE large_blob (id INTEGER PRIMARY KEY CHECK (id = 1), array BLOB NOT NULL) STRICT;
                    """)
        }
        migrator.registerMigration("4") { database in
            try database.execute(
                sql: """
                    -- What had a key has its blob in the array.
                    ALTER TABLE credential RENAME COLUMN large_blob_key TO large_blobs;
                    ALTER TABLE credential ADD COLUMN sealed_large_blob BLOB;
                    CREATE INDEX stored_large_blob ON credential (sequence) WHERE sealed_large_blob NOT NULL;
                    ALTER TABLE settings ADD COLUMN long_touch_for_reset INTEGER NOT NULL DEFAULT 0;
                    """)
        }
        migrator.registerMigration("5") { database in
            try database.execute(
                sql: """
                    CREATE TABLE counter (id BLOB PRIMARY KEY NOT NULL, behavior TEXT NOT NULL, uses INTEGER NOT NULL)
                        STRICT;
                    CREATE TRIGGER counter_deleted AFTER DELETE ON credential BEGIN
                        DELETE FROM counter WHERE id = old.id;
                    END;
                    """)
        }
        migrator.registerMigration("6") { database in
            // A registration writes every page that it changes, so fewer indexes make it faster: two instead of four,
            // and neither a counter row nor a row of AUTOINCREMENT.
            let columns = """
                sequence, rp_id, rp_id_hash, id, user_handle, user_name, user_display_name, public_key, sealed_key, \
                sealed_cred_blob, sealed_large_blob, discoverable, backed_up, counted, protection, \
                third_party_payment, large_blobs, created_at
                """
            try database.execute(
                sql: """
                    CREATE TABLE credential_6 (
                        sequence INTEGER PRIMARY KEY, rp_id TEXT NOT NULL, rp_id_hash BLOB NOT NULL, id BLOB NOT NULL,
                        user_handle BLOB NOT NULL, user_name TEXT NOT NULL, user_display_name TEXT NOT NULL,
                        public_key BLOB NOT NULL, sealed_key BLOB NOT NULL, sealed_cred_blob BLOB,
                        sealed_large_blob BLOB, discoverable INTEGER NOT NULL, backed_up INTEGER NOT NULL,
                        counted INTEGER NOT NULL, protection INTEGER NOT NULL, third_party_payment INTEGER NOT NULL,
                        large_blobs INTEGER NOT NULL, created_at INTEGER NOT NULL, UNIQUE (id, rp_id)
                    ) STRICT;
                    INSERT INTO credential_6 (\(columns)) SELECT \(columns) FROM credential;
                    DROP TABLE credential;
                    ALTER TABLE credential_6 RENAME TO credential;
                    CREATE UNIQUE INDEX credential_of_user ON credential (rp_id_hash, user_handle, rp_id)
                        WHERE discoverable;
                    CREATE INDEX other_credential ON credential (rp_id) WHERE NOT discoverable;
                    CREATE INDEX stored_large_blob ON credential (sequence) WHERE sealed_large_blob NOT NULL;
                    CREATE TRIGGER counter_deleted AFTER DELETE ON credential BEGIN
                        DELETE FROM counter WHERE id = old.id;
                    END;
                    ALTER TABLE store DROP COLUMN discoverable_count;
                    """)
        }
        return migrator
    }
}
