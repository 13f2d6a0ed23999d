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

    @Test("keeps keys of each type over a restart", arguments: [COSEAlgorithm.es256, .edDSA, .rs256])
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

    @Test func filesAreTheirOwnersAlone() async throws {
        let path = directory.path + "/data/toque/credentials.sqlite"
        let store = try SQLiteCredentialStore(path: path)
        try await store.save(Sample.credential("a"))
        for made in ["/data", "/data/toque"] { #expect(try directory.mode(directory.path + made) == 0o700) }
        let files = try FileManager.default.contentsOfDirectory(atPath: directory.path + "/data/toque").sorted()
        #expect(
            files == [
                "credentials.sqlite", "credentials.sqlite-wal", "credentials.sqlite.key", "credentials.sqlite.lock",
            ])
        for file in files { #expect(try directory.mode(directory.path + "/data/toque/" + file) == 0o600, "\(file)") }
        try store.close()
    }

    @Test func privateKeysAreNowhereInTheFiles() async throws {
        let store = try SQLiteCredentialStore(path: directory.store)
        let (credential, secret) = try Sample.credential("a")
        try await store.save((credential, secret))
        try store.close()
        let file = try Data(contentsOf: URL(fileURLWithPath: directory.store))
        #expect(file.range(of: Data(secret)) == nil)
        #expect(file.range(of: Data(credential.id)) != nil)
    }

    @Test func whatWasAnsweredIsInTheFilesOfTheMoment() async throws {
        let store = try SQLiteCredentialStore(path: directory.store)
        try await store.save(Sample.credential("a"))
        for _ in 0..<5 { _ = try await store.nextSignCount() }
        // What a crash would leave: the files as they are while the store is open.
        let copy = try TemporaryDirectory()
        for suffix in ["", "-wal", ".key"] {
            try FileManager.default.copyItem(atPath: directory.store + suffix, toPath: copy.store + suffix)
        }
        let restored = try SQLiteCredentialStore(path: copy.store)
        #expect(try await restored.signCount() == 5)
        #expect(try await restored.credentials(rpID: nil) == [Sample.credential("a").credential])
        _ = try await restored.privateKey(of: Sample.credential("a").credential)
    }

    @Test(arguments: [
        (["XDG_DATA_HOME": "/data", "HOME": "/home/ana"], "/data/toque/credentials.sqlite"),
        (["XDG_DATA_HOME": "relative", "HOME": "/home/ana"], "/home/ana/.local/share/toque/credentials.sqlite"),
        (["XDG_DATA_HOME": "", "HOME": "/home/ana"], "/home/ana/.local/share/toque/credentials.sqlite"),
        (["HOME": "/home/ana"], "/home/ana/.local/share/toque/credentials.sqlite"),
    ])
    func standardPlace(_ environment: [String: String], _ path: String) throws {
        #expect(try SQLiteCredentialStore.defaultPath(environment: environment) == path)
    }

    @Test func noStandardPlaceWithoutAHome() async {
        #expect(await errorCode { _ = try SQLiteCredentialStore.defaultPath(environment: [:]) } == .inaccessible)
    }

    @Test func aClosedStoreRefuses() async throws {
        let store = try SQLiteCredentialStore(path: directory.store)
        try store.close()
        #expect(await errorCode { _ = try await store.nextSignCount() } == .inaccessible)
    }

    @Test func aFullDiskLosesNothing() async throws {
        let store = try SQLiteCredentialStore(path: directory.store)
        try await store.save(Sample.credential("kept", user: 1))
        try await store.database.write { database in
            let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
            try database.execute(sql: "PRAGMA max_page_count = \(pages)")
        }
        var saved = 1
        for user in 2...60 as ClosedRange<UInt8> {
            let code = await errorCode { try await store.save(Sample.credential("\(user)", user: user)) }
            #expect(code == nil || code == .diskFull)
            if code == nil { saved += 1 }
        }
        #expect(saved < 60)
        // Too long for the pages that there are: the credential that it would replace stays.
        var replacement = try Sample.credential("replacement", user: 1)
        replacement.credential.user.displayName = String(repeating: "João ", count: 10_000)
        #expect(await errorCode { try await store.save(replacement) } == .diskFull)
        let kept = try Sample.credential("kept", user: 1)
        #expect(try await store.credential(rpID: Sample.rpID, id: kept.credential.id) == kept.credential)
        #expect(try await store.credentials(rpID: nil).count == saved)
    }

    @Test func aReadOnlyStoreSaysSo() async throws {
        let store = try SQLiteCredentialStore(path: directory.store)
        try await store.save(Sample.credential("a"))
        try await store.database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA query_only = 1") }
        #expect(await errorCode { try await store.save(Sample.credential("b", user: 2)) } == .readOnly)
        #expect(await errorCode { _ = try await store.nextSignCount() } == .readOnly)
        #expect(try await store.credentials(rpID: nil) == [Sample.credential("a").credential])
    }
}
