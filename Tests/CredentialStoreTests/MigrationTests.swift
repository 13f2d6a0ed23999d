import GRDB
import SoftAuthenticator
import Testing
import ToqueCrypto

@testable import CredentialStore

@Suite("Stores of earlier versions")
struct MigrationTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// Removes the fourth version's additions from a store.
    private func takeBackToVersion3() throws {
        try directory.sql(
            """
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
        let pairs = try [
            Sample.credential("a", user: 1), Sample.credential("b", rpID: "other.example", user: 1),
            Sample.credential("c", user: 2, isDiscoverable: false),
        ]
        let made = try SQLiteCredentialStore(path: directory.store)
        for pair in pairs { try made.save(pair) }
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
