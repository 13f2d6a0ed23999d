import Foundation
import GRDB
import SoftAuthenticator
import Testing
import ToqueCOSE
import ToqueCrypto
import ToqueWebAuthn

@testable import CredentialStore

@Suite("Rows changed by other programs")
struct TamperingTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func makeCredentials(_ count: UInt8) async throws -> [[UInt8]] {
        let store = try SQLiteCredentialStore(path: directory.store)
        let authenticator = SoftAuthenticator(profile: .ios, storage: store)
        var ids: [[UInt8]] = []
        for user in 1...count {
            ids.append(
                try await authenticator.makeCredential(Sample.make(user: user), interaction: Sample.approval)
                    .credentialID)
        }
        try store.close()
        return ids
    }

    private func codeOfSigning(with id: [UInt8], rpID: String = Sample.rpID) throws -> CredentialStorageError
        .Code?
    {
        let store = try SQLiteCredentialStore(path: directory.store)
        defer { try? store.close() }
        return errorCode {
            let credential = try #require(try store.credential(rpID: rpID, id: id))
            _ = try store.privateKey(of: credential)
        }
    }

    @Test("A sealed key does not open in the row of another credential")
    func aSealedKeyDoesNotOpenInTheRowOfAnother() async throws {
        let ids = try await makeCredentials(2)
        #expect(try codeOfSigning(with: ids[1]) == nil)
        try directory.sql(
            "UPDATE credential SET sealed_key = (SELECT sealed_key FROM credential WHERE id = ?) WHERE id = ?",
            [Data(ids[0]), Data(ids[1])])
        #expect(try codeOfSigning(with: ids[0]) == nil)
        #expect(try codeOfSigning(with: ids[1]) == .brokenSeal)
    }

    @Test("A sealed key moved with its public key does not open")
    func norWithItsPublicKey() async throws {
        let ids = try await makeCredentials(2)
        try directory.sql(
            """
            UPDATE credential SET (sealed_key, public_key) =
                (SELECT sealed_key, public_key FROM credential WHERE id = ?) WHERE id = ?
            """, [Data(ids[0]), Data(ids[1])])
        #expect(try codeOfSigning(with: ids[1]) == .brokenSeal)
    }

    @Test("A sealed key does not open under another RP ID or user handle")
    func norForAnotherRelyingPartyOrUser() async throws {
        let ids = try await makeCredentials(2)
        try directory.sql("UPDATE credential SET rp_id = 'other.example' WHERE id = ?", [Data(ids[0])])
        try directory.sql("UPDATE credential SET user_handle = x'09' WHERE id = ?", [Data(ids[1])])
        #expect(try codeOfSigning(with: ids[0], rpID: "other.example") == .brokenSeal)
        #expect(try codeOfSigning(with: ids[1]) == .brokenSeal)
    }

    @Test(
        "A changed sealed key does not open",
        arguments: [
            "sealed_key = x''", "sealed_key = zeroblob(60)",
            "sealed_key = substr(sealed_key, 1, length(sealed_key) - 1)",
            "sealed_key = CAST(sealed_key || x'00' AS BLOB)",
        ])
    func aChangedSealedKey(_ change: String) async throws {
        let ids = try await makeCredentials(1)
        try directory.sql("UPDATE credential SET \(change)")
        #expect(try codeOfSigning(with: ids[0]) == .brokenSeal)
    }

    @Test("A malformed public key is reported as corrupt", arguments: ["x''", "x'a0'", "x'ffff'", "zeroblob(77)"])
    func aPublicKeyThatIsNone(_ value: String) async throws {
        let ids = try await makeCredentials(1)
        try directory.sql("UPDATE credential SET public_key = \(value)")
        #expect(try codeOfSigning(with: ids[0]) == .corrupt)
    }

    @Test(
        "A column set to NULL is reported as corrupt",
        arguments: ["public_key", "sealed_key", "user_handle", "created_at", "discoverable", "protection"])
    func otherTypes(_ column: String) async throws {
        let ids = try await makeCredentials(1)
        // The same table without types.
        try directory.sql("CREATE TABLE loose AS SELECT * FROM credential")
        try directory.sql("DROP TABLE credential")
        try directory.sql("ALTER TABLE loose RENAME TO credential")
        try directory.sql("UPDATE credential SET \(column) = NULL")
        #expect(try codeOfSigning(with: ids[0]) == .corrupt)
    }

    @Test("An unknown credential protection is reported as corrupt", arguments: [0, 4, 257])
    func aProtectionThatIsNone(_ value: Int) async throws {
        let ids = try await makeCredentials(1)
        try directory.sql("UPDATE credential SET protection = \(value)")
        #expect(try codeOfSigning(with: ids[0]) == .corrupt)
    }

    @Test("The hash of another RP ID is reported as corrupt")
    func aHashOfAnotherRelyingParty() async throws {
        _ = try await makeCredentials(1)
        try directory.sql("UPDATE credential SET rp_id_hash = ?", [Data(Digest.sha256("other.example"))])
        let store = try SQLiteCredentialStore(path: directory.store)
        #expect(errorCode { _ = try store.relyingPartyID(hash: Digest.sha256("other.example")) } == .corrupt)
    }

    private func withPIN(_ change: String, _ body: (SQLiteCredentialStore) throws -> Void) throws {
        let store = try SQLiteCredentialStore(path: directory.store)
        try store.setPIN(verifier: SecretBytes(copying: [UInt8](repeating: 1, count: 16)), codePoints: 4)
        _ = try store.secret(.credentialWrapping) { SystemRandom().secret(32) }
        _ = try store.secret(.attestation) { SystemRandom().secret(32) }
        try store.close()
        try directory.sql(change)
        let changed = try SQLiteCredentialStore(path: directory.store)
        try body(changed)
        try changed.close()
    }

    @Test("PIN retries out of range are reported as corrupt", arguments: ["-1", "9", "1000000"])
    func triesOutOfRange(_ value: String) throws {
        try withPIN("UPDATE pin SET retries = \(value)") { store in
            #expect(errorCode { _ = try store.pinState() } == .corrupt)
        }
    }

    @Test("PIN retries above the maximum cannot be spent")
    func moreTriesThanThereAreCannotBeSpent() throws {
        try withPIN("UPDATE pin SET retries = 1000") { store in
            #expect(errorCode { _ = try store.spendPINRetry() } == .corrupt)
        }
    }

    @Test(
        "A changed PIN verifier does not open",
        arguments: [
            "UPDATE pin SET sealed_verifier = zeroblob(60)", "UPDATE pin SET sealed_verifier = x''",
            "UPDATE pin SET sealed_verifier = (SELECT sealed FROM secret WHERE name = 'credential wrapping')",
        ])
    func aChangedPIN(_ change: String) throws {
        try withPIN(change) { store in
            #expect(errorCode { _ = try store.pinVerifier() } == .brokenSeal)
        }
    }

    @Test(
        "A changed secret does not open",
        arguments: [
            "UPDATE secret SET sealed = zeroblob(60)", "UPDATE secret SET sealed = x''",
            "UPDATE secret SET sealed = (SELECT sealed FROM secret WHERE name = 'attestation')",
        ])
    func aChangedSecret(_ change: String) throws {
        try withPIN(change) { store in
            #expect(errorCode { _ = try store.secret(.credentialWrapping) { SecretBytes(copying: []) } } == .brokenSeal)
        }
    }

    @Test("A signature counter out of range is reported as corrupt", arguments: ["-1", "4294967296"])
    func aCounterOutOfRange(_ value: String) async throws {
        _ = try await makeCredentials(1)
        try directory.sql("UPDATE store SET sign_count = \(value)")
        let store = try SQLiteCredentialStore(path: directory.store)
        #expect(errorCode { _ = try store.signCount() } == .corrupt)
    }

    @Test("The signature counter does not wrap around")
    func theCounterDoesNotStartAnew() async throws {
        _ = try await makeCredentials(1)
        try directory.sql("UPDATE store SET sign_count = 4294967294")
        let store = try SQLiteCredentialStore(path: directory.store)
        #expect(try store.nextSignCount() == .max)
        #expect(errorCode { _ = try store.nextSignCount() } == .counterExhausted)
        #expect(try store.signCount() == .max)
    }
}
