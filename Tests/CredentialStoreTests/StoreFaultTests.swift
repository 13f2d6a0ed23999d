import GRDB
import SoftAuthenticator
import Testing
import ToqueCrypto
import ToqueWebAuthn

@testable import CredentialStore

/// On a full disk or in a read-only store, the saved data stay, and the error's code names the reason.
@Suite("Stores that cannot be written")
struct StoreFaultTests {
    private let directory: TemporaryDirectory
    private let store: SQLiteCredentialStore

    init() throws {
        directory = try TemporaryDirectory()
        store = try SQLiteCredentialStore(path: directory.store)
    }

    private func verifier(_ byte: UInt8) -> SecretBytes { SecretBytes(copying: [UInt8](repeating: byte, count: 16)) }

    /// SQLite returns SQLITE_FULL if it may not add a page.
    private func fillDisk() throws {
        try store.database.inDatabase { database in
            let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
            try database.execute(sql: "PRAGMA max_page_count = \(pages)")
        }
    }

    @Test("A full disk refuses new credentials and loses no saved one")
    func aFullDiskLosesNothing() throws {
        try store.save(Sample.credential("kept", user: 1))
        try fillDisk()
        var saved = 1
        for user in 2...250 as ClosedRange<UInt8> {
            let code = errorCode { try store.save(Sample.credential("\(user)", user: user)) }
            #expect(code == nil || code == .diskFull)
            if code == nil { saved += 1 }
        }
        #expect(saved < 250)
        // Too long for the remaining pages: the credential that it would replace stays.
        var replacement = try Sample.credential("replacement", user: 1)
        replacement.credential.user.displayName = String(repeating: "João ", count: 10_000)
        #expect(errorCode { try store.save(replacement) } == .diskFull)
        let kept = try Sample.credential("kept", user: 1)
        #expect(try store.credential(rpID: Sample.rpID, id: kept.credential.id) == kept.credential)
        #expect(try store.credentials(rpID: nil).count == saved)
        #expect(try store.discoverableCount() == saved)
    }

    @Test("A full disk refuses longer values and keeps the existing ones")
    func aFullDiskKeepsUserAndSecrets() throws {
        let (credential, secret) = try Sample.credential("kept")
        try store.save((credential, secret))
        let long = PublicKeyCredentialUserEntity(
            id: credential.user.id, name: String(repeating: "a", count: 50_000), displayName: "")
        try fillDisk()
        #expect(errorCode { _ = try store.updateUser(long, rpID: Sample.rpID, id: credential.id) } == .diskFull)
        #expect(
            errorCode { _ = try store.secret(.attestation) { SecretBytes(count: 50_000) { _ in } } } == .diskFull)
        #expect(try store.credentials(rpID: nil) == [credential])
        // An existing number is overwritten in place, and a deletion needs no space.
        #expect(try store.nextSignCount() == 1)
        #expect(try store.secret(.attestation) { SecretBytes(copying: [1]) }.revealed == [1])
        try store.reset()
        #expect(try store.credentials(rpID: nil).isEmpty)
    }

    @Test("A read-only store refuses each write and keeps its data")
    func aStoreThatMayNotBeWrittenSaysSo() throws {
        try store.save(Sample.credential("a"))
        try store.setPIN(verifier: verifier(1), codePoints: 4)
        _ = try store.secret(.attestation) { SecretBytes(copying: [1]) }
        try store.database.inDatabase { try $0.execute(sql: "PRAGMA query_only = 1") }
        let (credential, secret) = try Sample.credential("a")
        let writes: [() throws -> Void] = [
            { try store.save(Sample.credential("b", user: 2)) },
            { try store.delete(rpID: Sample.rpID, id: credential.id) },
            { _ = try store.updateUser(credential.user, rpID: Sample.rpID, id: credential.id) },
            { _ = try store.nextSignCount() },
            { try store.setPIN(verifier: verifier(2), codePoints: 5) },
            { _ = try store.spendPINRetry() },
            { try store.restorePINRetries() },
            { _ = try store.secret(.credentialWrapping) { SecretBytes(copying: [2]) } },
            { try store.reset() },
        ]
        for (number, write) in writes.enumerated() { #expect(errorCode(write) == .readOnly, "write \(number)") }
        #expect(try store.credentials(rpID: nil) == [credential])
        #expect(try store.privateKey(of: credential).revealed == secret)
        #expect(try store.signCount() == 0)
        #expect(try store.pinState() == PINState(retries: 8, codePoints: 4))
        #expect(try store.pinVerifier()?.revealed == verifier(1).revealed)
        #expect(try store.secret(.attestation) { SecretBytes(copying: []) }.revealed == [1])
    }
}
