import Foundation
import GRDB
import SoftAuthenticator
import Testing
import ToqueCOSE
import ToqueCrypto
import ToqueWebAuthn

@testable import CredentialStore

@Suite("SQLite store")
struct SQLiteCredentialStoreTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    @Test("A store keeps keys of each type over a restart", arguments: [COSEAlgorithm.es256, .edDSA, .rs256])
    func restart(_ algorithm: COSEAlgorithm) async throws {
        let profile: AuthenticatorProfile = algorithm == .rs256 ? .windows : .securityKey
        let store = try SQLiteCredentialStore(path: directory.store)
        let made = try await SoftAuthenticator(profile: profile, storage: store)
            .makeCredential(Sample.make(algorithm: algorithm), interaction: Sample.approval)
        _ = try await SoftAuthenticator(profile: profile, storage: store)
            .getAssertion(Sample.get(made.credentialID), interaction: Sample.approval)
        try store.close()
        let again = try SQLiteCredentialStore(path: directory.store)
        let assertion = try await SoftAuthenticator(profile: profile, storage: again)
            .getAssertion(Sample.get(made.credentialID), interaction: Sample.approval)
        #expect(try AuthenticatorData(decoding: assertion.authenticatorData).signCount == 2)
        let data = try AuthenticatorData(decoding: made.attestationObject.authenticatorData)
        let key = try COSEKey(decoding: #require(data.attestedCredentialData).credentialPublicKey)
        let message = assertion.authenticatorData + Sample.hash
        #expect(try key.verifyingKey().verify(assertion.signature, of: message))
    }

    @Test("Only the owner can read the store's folders and files")
    func filesAreTheirOwnersAlone() throws {
        let path = directory.path + "/data/toque/credentials.sqlite"
        let store = try SQLiteCredentialStore(path: path)
        try store.save(Sample.credential("a"))
        for made in ["/data", "/data/toque"] { #expect(try directory.mode(directory.path + made) == 0o700) }
        let files = try FileManager.default.contentsOfDirectory(atPath: directory.path + "/data/toque").sorted()
        #expect(
            files == [
                "credentials.sqlite", "credentials.sqlite-wal", "credentials.sqlite.key", "credentials.sqlite.lock",
            ])
        for file in files { #expect(try directory.mode(directory.path + "/data/toque/" + file) == 0o600, "\(file)") }
        try store.close()
    }

    @Test("The store's files hold no secret in the clear, open or closed")
    func secretsAreNowhereInTheFiles() throws {
        let store = try SQLiteCredentialStore(path: directory.store)
        let (credential, secret) = try Sample.credential("a")
        let verifier = SystemRandom().bytes(16)
        let wrapping = SystemRandom().bytes(32)
        try store.save((credential, secret))
        try store.setPIN(verifier: SecretBytes(copying: verifier), codePoints: 4)
        _ = try store.secret(.credentialWrapping) { SecretBytes(copying: wrapping) }
        /// The names of the files that contain the credential's ID.
        func search() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: directory.path).filter { name in
                let file = try Data(contentsOf: URL(fileURLWithPath: "\(directory.path)/\(name)"))
                for value in [secret, verifier, wrapping] { #expect(file.range(of: Data(value)) == nil, "\(name)") }
                return file.range(of: Data(credential.id)) != nil
            }
        }
        #expect(try search().contains("credentials.sqlite-wal"))
        try store.close()
        #expect(try search() == ["credentials.sqlite"])
    }

    @Test("Closing a store skips no signature count", arguments: [1, 2, 5, 100])
    func aClosedStoreSkipsNoCount(_ signatures: UInt32) throws {
        let store = try SQLiteCredentialStore(path: directory.store)
        for value in 1...signatures { #expect(try store.nextSignCount() == value) }
        try store.close()
        let next = try SQLiteCredentialStore(path: directory.store)
        #expect(try next.signCount() == signatures)
        #expect(try next.nextSignCount() == signatures + 1)
    }

    @Test("A crash at any signature never takes the signature count back")
    func aCrashAtAnySignatureNeverTakesTheCountBack() throws {
        let store = try SQLiteCredentialStore(path: directory.store)
        for _ in 0..<150 {
            let given = try store.nextSignCount()
            let copy = try TemporaryDirectory()
            for suffix in ["", "-wal", ".key"] {
                try FileManager.default.copyItem(atPath: directory.store + suffix, toPath: copy.store + suffix)
            }
            let restored = try SQLiteCredentialStore(path: copy.store)
            #expect(try restored.nextSignCount() > given)
            #expect(try restored.signCount() <= given + 65)
        }
    }

    @Test("The signature count ends at its last value")
    func theCountEndsAtItsLastValue() throws {
        let store = try SQLiteCredentialStore(path: directory.store)
        try store.close()
        try directory.sql("UPDATE store SET sign_count = 4294967280")
        let last = try SQLiteCredentialStore(path: directory.store)
        for value in 4_294_967_281...UInt32.max { #expect(try last.nextSignCount() == value) }
        #expect(throws: CredentialStorageError.counterExhausted) { try last.nextSignCount() }
        #expect(try last.signCount() == .max)
    }

    @Test("An acknowledged change survives a crash")
    func whatWasAnsweredIsInTheFilesOfTheMoment() throws {
        let store = try SQLiteCredentialStore(path: directory.store)
        try store.save(Sample.credential("a"))
        for _ in 0..<5 { _ = try store.nextSignCount() }
        try store.setPIN(verifier: SecretBytes(copying: [UInt8](repeating: 1, count: 16)), codePoints: 4)
        for _ in 0..<3 { _ = try store.spendPINRetry() }
        let wrapping = try store.secret(.credentialWrapping) { SystemRandom().secret(32) }
        // The files as a crash leaves them: copied while the store is open.
        let copy = try TemporaryDirectory()
        for suffix in ["", "-wal", ".key"] {
            try FileManager.default.copyItem(atPath: directory.store + suffix, toPath: copy.store + suffix)
        }
        let restored = try SQLiteCredentialStore(path: copy.store)
        // Reserved values that were not used are skipped.
        #expect(try (5...7).contains(restored.signCount()))
        #expect(try restored.credentials(rpID: nil) == [Sample.credential("a").credential])
        _ = try restored.privateKey(of: Sample.credential("a").credential)
        #expect(try restored.pinState()?.retries == 5)
        #expect(try restored.secret(.credentialWrapping) { SecretBytes(copying: []) }.revealed == wrapping.revealed)
    }

    @Test(
        "The default path follows XDG_DATA_HOME, and HOME without a valid one",
        arguments: [
            (["XDG_DATA_HOME": "/data", "HOME": "/home/ana"], "/data/toque/credentials.sqlite"),
            (["XDG_DATA_HOME": "relative", "HOME": "/home/ana"], "/home/ana/.local/share/toque/credentials.sqlite"),
            (["XDG_DATA_HOME": "", "HOME": "/home/ana"], "/home/ana/.local/share/toque/credentials.sqlite"),
            (["HOME": "/home/ana"], "/home/ana/.local/share/toque/credentials.sqlite"),
        ])
    func standardPlace(_ environment: [String: String], _ path: String) throws {
        #expect(try SQLiteCredentialStore.defaultPath(environment: environment) == path)
    }

    @Test("There is no default path without a home folder")
    func noStandardPlaceWithoutAHome() {
        #expect(errorCode { _ = try SQLiteCredentialStore.defaultPath(environment: [:]) } == .inaccessible)
    }

    @Test("A closed store refuses to increment the signature counter")
    func aClosedStoreRefuses() throws {
        let store = try SQLiteCredentialStore(path: directory.store)
        try store.close()
        #expect(errorCode { _ = try store.nextSignCount() } == .inaccessible)
    }

    /// Sealed data must remain neither in a freed page nor in the write-ahead log.
    @Test("A reset removes the user's sealed secrets from the files")
    func aResetLeavesNoSealedKeyInTheFiles() throws {
        let store = try SQLiteCredentialStore(path: directory.store)
        for user in 1...40 as ClosedRange<UInt8> { try store.save(Sample.credential("\(user)", user: user)) }
        try store.setPIN(verifier: SecretBytes(copying: [UInt8](repeating: 1, count: 16)), codePoints: 4)
        for name in StoredSecret.allCases { _ = try store.secret(name) { SystemRandom().secret(32) } }
        let (voided, kept) = try store.database.inDatabase { database in
            (
                try Data.fetchAll(
                    database,
                    sql: """
                        SELECT sealed_key FROM credential UNION ALL SELECT sealed_verifier FROM pin
                        UNION ALL SELECT sealed FROM secret WHERE name = 'credential wrapping'
                        """),
                try Data.fetchAll(database, sql: "SELECT sealed FROM secret WHERE name = 'attestation'")
            )
        }
        #expect(voided.count == 42)
        func files() throws -> Data {
            try ["", "-wal"].reduce(into: Data()) {
                try $0.append(Data(contentsOf: URL(fileURLWithPath: directory.store + $1)))
            }
        }
        let before = try files()
        for sealed in voided + kept { #expect(before.range(of: sealed) != nil) }
        try store.reset()
        let after = try files()
        for sealed in voided { #expect(after.range(of: sealed) == nil) }
        for sealed in kept { #expect(after.range(of: sealed) != nil) }
    }
}
