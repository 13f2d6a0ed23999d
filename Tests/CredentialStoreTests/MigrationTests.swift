import GRDB
import SoftAuthenticator
import Testing
import ToqueCrypto
import ToqueWebAuthn

@testable import CredentialStore

@Suite("Stores of earlier versions")
struct MigrationTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// Gives a store the tables of the fifth version.
    private func takeBackToVersion5() throws {
        try directory.sql(
            """
            CREATE TABLE credential_5 (
                sequence INTEGER PRIMARY KEY AUTOINCREMENT, rp_id TEXT NOT NULL, id BLOB NOT NULL,
                user_handle BLOB NOT NULL, user_name TEXT NOT NULL, user_display_name TEXT NOT NULL,
                public_key BLOB NOT NULL, sealed_key BLOB NOT NULL, discoverable INTEGER NOT NULL,
                backed_up INTEGER NOT NULL, counted INTEGER NOT NULL, created_at INTEGER NOT NULL,
                protection INTEGER NOT NULL DEFAULT 1, third_party_payment INTEGER NOT NULL DEFAULT 0,
                rp_id_hash BLOB NOT NULL DEFAULT x'', large_blobs INTEGER NOT NULL DEFAULT 0, sealed_cred_blob BLOB,
                sealed_large_blob BLOB, UNIQUE (rp_id, id)
            ) STRICT;
            INSERT INTO credential_5 SELECT
                sequence, rp_id, id, user_handle, user_name, user_display_name, public_key, sealed_key, discoverable,
                backed_up, counted, created_at, protection, third_party_payment, rp_id_hash, large_blobs,
                sealed_cred_blob, sealed_large_blob FROM credential;
            DROP TABLE credential;
            ALTER TABLE credential_5 RENAME TO credential;
            CREATE UNIQUE INDEX credential_of_user ON credential (rp_id, user_handle) WHERE discoverable;
            CREATE INDEX discoverable_credential ON credential (id) WHERE discoverable;
            CREATE INDEX discoverable_rp_id_hash ON credential (rp_id_hash) WHERE discoverable;
            CREATE INDEX stored_large_blob ON credential (sequence) WHERE sealed_large_blob NOT NULL;
            ALTER TABLE store ADD COLUMN discoverable_count INTEGER NOT NULL DEFAULT 0;
            UPDATE store SET discoverable_count = (SELECT COUNT(*) FROM credential WHERE discoverable);
            CREATE TRIGGER discoverable_saved AFTER INSERT ON credential WHEN new.discoverable BEGIN
                UPDATE store SET discoverable_count = discoverable_count + 1;
            END;
            CREATE TRIGGER discoverable_deleted AFTER DELETE ON credential WHEN old.discoverable BEGIN
                UPDATE store SET discoverable_count = discoverable_count - 1;
            END;
            CREATE TRIGGER counter_deleted AFTER DELETE ON credential BEGIN
                DELETE FROM counter WHERE id = old.id;
            END;
            DELETE FROM grdb_migrations WHERE identifier = '6';
            """)
    }

    /// Also removes the fifth and the fourth version's additions.
    private func takeBackToVersion3() throws {
        try takeBackToVersion5()
        try directory.sql(
            """
            DROP TRIGGER counter_deleted;
            DROP TABLE counter;
            DELETE FROM grdb_migrations WHERE identifier = '5';
            ALTER TABLE settings DROP COLUMN long_touch_for_reset;
            DROP INDEX stored_large_blob;
            ALTER TABLE credential DROP COLUMN sealed_large_blob;
            ALTER TABLE credential RENAME COLUMN large_blobs TO large_blob_key;
            DELETE FROM grdb_migrations WHERE identifier = '4';
            """)
    }

    /// Also removes the third version's additions.
    private func takeBackToVersion2() throws {
        try takeBackToVersion3()
        try directory.sql(
            """
            DROP TABLE settings;
            DROP TABLE fingerprint;
            DROP TABLE large_blob;
            ALTER TABLE credential DROP COLUMN large_blob_key;
            ALTER TABLE credential DROP COLUMN sealed_cred_blob;
            DELETE FROM grdb_migrations WHERE identifier = '3';
            """)
    }

    /// Also removes the second version's additions.
    private func takeBackToVersion1() throws {
        try takeBackToVersion2()
        try directory.sql(
            """
            DROP TABLE pin;
            DROP TABLE secret;
            DROP TRIGGER discoverable_saved;
            DROP TRIGGER discoverable_deleted;
            DROP INDEX discoverable_credential;
            DROP INDEX discoverable_rp_id_hash;
            ALTER TABLE store DROP COLUMN discoverable_count;
            ALTER TABLE credential DROP COLUMN protection;
            ALTER TABLE credential DROP COLUMN third_party_payment;
            ALTER TABLE credential DROP COLUMN rp_id_hash;
            DELETE FROM grdb_migrations WHERE identifier = '2';
            """)
    }

    /// Saves credentials of two relying parties, one of them not discoverable.
    private static func fill(
        _ store: SQLiteCredentialStore
    ) throws -> [(credential: PublicKeyCredentialSource, secret: [UInt8])] {
        let pairs = try [
            Sample.credential("a", user: 1), Sample.credential("b", rpID: "other.example", user: 1),
            Sample.credential("c", user: 2, isDiscoverable: false),
        ]
        for pair in pairs { try store.save(pair) }
        return pairs
    }

    @Test("A store of version 5 keeps its data")
    func aStoreOfVersion5KeepsWhatItHas() throws {
        let made = try SQLiteCredentialStore(path: directory.store)
        let pairs = try Self.fill(made)
        #expect(try made.setLargeBlob([1, 2, 3], of: pairs[0].credential, capacity: 100))
        try made.updateCounter(of: pairs[1].credential.id) { $0 = CredentialCounter(.perCredential(start: 1), uses: 7) }
        try made.close()
        try takeBackToVersion5()

        let store = try SQLiteCredentialStore(path: directory.store)
        #expect(try store.credentials(rpID: nil) == pairs.reversed().map(\.credential))
        #expect(try store.credentials(rpID: Sample.rpID) == [pairs[2], pairs[0]].map(\.credential))
        for pair in pairs { #expect(try store.privateKey(of: pair.credential).revealed == pair.secret) }
        #expect(try store.largeBlob(of: pairs[0].credential) == [1, 2, 3])
        #expect(try store.discoverableCount() == 2)
        // Its counter goes with a credential.
        #expect(try store.updateCounter(of: pairs[1].credential.id) { $0?.uses } == 7)
        #expect(try store.delete(rpID: "other.example", id: pairs[1].credential.id))
        #expect(try store.updateCounter(of: pairs[1].credential.id) { $0?.uses } == nil)
        #expect(try store.discoverableCount() == 1)
    }

    @Test("A store of version 3 keeps its data")
    func aStoreOfVersion3KeepsWhatItHas() throws {
        let pairs = try [nil, LargeBlobForm.array].map { largeBlobs in
            var pair = try Sample.credential(largeBlobs == nil ? "a" : "b", user: largeBlobs == nil ? 1 : 2)
            pair.credential.largeBlobs = largeBlobs
            return pair
        }
        let made = try SQLiteCredentialStore(path: directory.store)
        for pair in pairs { try made.save(pair) }
        try made.updateSettings { $0.minPINLength = 6 }
        try made.close()
        try takeBackToVersion3()

        let store = try SQLiteCredentialStore(path: directory.store)
        #expect(try store.credentials(rpID: nil) == pairs.reversed().map(\.credential))
        for pair in pairs { #expect(try store.largeBlob(of: pair.credential) == nil) }
        let settings = try store.settings()
        #expect(settings.minPINLength == 6)
        #expect(!settings.longTouchForReset)
    }

    @Test("A store of version 2 keeps its data")
    func aStoreOfVersion2KeepsWhatItHas() throws {
        let pair = try Sample.credential("a", protection: .userVerificationRequired)
        let made = try SQLiteCredentialStore(path: directory.store)
        try made.save(pair)
        try made.setPIN(verifier: SecretBytes(copying: [1, 2]), codePoints: 4)
        try made.close()
        try takeBackToVersion2()

        let store = try SQLiteCredentialStore(path: directory.store)
        #expect(try store.credentials(rpID: nil) == [pair.credential])
        #expect(try store.privateKey(of: pair.credential).revealed == pair.secret)
        #expect(try store.credBlob(of: pair.credential) == [])
        #expect(try store.pinVerifier()?.revealed == [1, 2])
        #expect(try store.settings() == AuthenticatorSettings())
        #expect(try store.fingerprints() == [])
        #expect(try store.largeBlobArray() == nil)
        #expect(try store.largeBlob(of: pair.credential) == nil)
    }

    @Test("A store of version 1 keeps its data")
    func aStoreOfVersion1KeepsWhatItHas() throws {
        let made = try SQLiteCredentialStore(path: directory.store)
        let pairs = try Self.fill(made)
        _ = try made.nextSignCount()
        try made.close()
        try takeBackToVersion1()

        let store = try SQLiteCredentialStore(path: directory.store)
        #expect(try store.credentials(rpID: nil) == pairs.reversed().map(\.credential))
        for pair in pairs { #expect(try store.privateKey(of: pair.credential).revealed == pair.secret) }
        #expect(try store.nextSignCount() == 2)
        #expect(try store.discoverableCount() == 2)
        #expect(try store.relyingPartyIDs() == ["other.example", Sample.rpID])
        #expect(try store.relyingPartyID(hash: Digest.sha256("other.example")) == "other.example")
        #expect(try store.discoverableCredential(id: pairs[0].credential.id) == pairs[0].credential)
        #expect(try store.pinState() == nil)
    }
}
