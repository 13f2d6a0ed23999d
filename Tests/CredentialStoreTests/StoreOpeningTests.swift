import Foundation
import GRDB
import SoftAuthenticator
import Testing

@testable import CredentialStore

@Suite("Opening a store")
struct StoreOpeningTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func makeStore() throws {
        let store = try SQLiteCredentialStore(path: directory.store)
        try store.save(Sample.credential("a"))
        try store.close()
    }

    private func open() throws -> SQLiteCredentialStore { try SQLiteCredentialStore(path: directory.store) }

    @Test(
        "A store or key file that others may use is refused",
        arguments: ["", ".key"], [0o640, 0o604, 0o644, 0o666, 0o620])
    func fileModes(_ suffix: String, _ mode: Int) throws {
        try makeStore()
        try directory.setMode(mode, directory.store + suffix)
        let error = openingError(open)
        #expect(error?.code == .insecurePermissions)
        #expect(error?.message.contains("chmod 600 \(directory.store + suffix)") == true)
        try directory.setMode(0o600, directory.store + suffix)
        #expect(openingError(open) == nil)
    }

    @Test(
        "A folder that others may write to is refused unless it is sticky",
        arguments: [(0o777, false), (0o770, false), (0o707, false), (0o755, true), (0o1777, true), (0o750, true)])
    func refusesADirectoryThatOthersMayWriteTo(_ mode: Int, _ isFine: Bool) throws {
        try directory.setMode(mode, directory.path)
        #expect(openingError(open)?.code == (isFine ? nil : .insecurePermissions))
    }

    @Test("A pipe in place of the key file is refused")
    func aPipeIsNoKeyFile() throws {
        try #require(mkfifo(directory.store + ".key", 0o600) == 0)
        #expect(openingError(open)?.message.contains("not a regular file") == true)
    }

    /// SQLite would replay the log.
    @Test("A log that others may have written is refused", arguments: ["-wal", "-journal"])
    func logs(_ suffix: String) throws {
        try makeStore()
        let log = directory.store + suffix
        #expect(FileManager.default.createFile(atPath: log, contents: nil))
        try directory.setMode(0o666, log)
        #expect(openingError(open)?.code == .insecurePermissions)
        try FileManager.default.removeItem(atPath: log)
        let elsewhere = directory.store + ".elsewhere"
        #expect(FileManager.default.createFile(atPath: elsewhere, contents: nil))
        try directory.setMode(0o600, elsewhere)
        try FileManager.default.createSymbolicLink(atPath: log, withDestinationPath: elsewhere)
        #expect(openingError(open)?.code == .inaccessible)
        try FileManager.default.removeItem(atPath: log)
        #expect(openingError(open) == nil)
    }

    @Test("A log that others may write is refused next to a link's target too")
    func refusesLogsBesideTheFileThatALinkLeadsTo() throws {
        try makeStore()
        let link = directory.store + ".link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: directory.store)
        #expect(FileManager.default.createFile(atPath: directory.store + "-wal", contents: nil))
        try directory.setMode(0o666, directory.store + "-wal")
        let error = openingError { try SQLiteCredentialStore(path: link, keyPath: directory.store + ".key") }
        #expect(error?.code == .insecurePermissions)
    }

    /// The store overwrites the lock file, so no other program may own it.
    @Test("A lock file that is not the store's is refused and left unchanged")
    func leavesAForeignLockFileAlone() throws {
        let lock = directory.store + ".lock"
        let text = "# This file is generated.\n"
        try Data(text.utf8).write(to: URL(fileURLWithPath: lock))
        try directory.setMode(0o600, lock)
        #expect(openingError(open)?.code == .inaccessible)
        #expect(try String(contentsOfFile: lock, encoding: .utf8) == text)

        let elsewhere = directory.path + "/elsewhere"
        try Data().write(to: URL(fileURLWithPath: elsewhere))
        try directory.setMode(0o600, elsewhere)
        try FileManager.default.removeItem(atPath: lock)
        try FileManager.default.createSymbolicLink(atPath: lock, withDestinationPath: elsewhere)
        #expect(openingError(open)?.code == .inaccessible)
        #expect(try Data(contentsOf: URL(fileURLWithPath: elsewhere)).isEmpty)
    }

    @Test("A folder in place of the store is refused")
    func aDirectoryIsNoStore() throws {
        try FileManager.default.createDirectory(atPath: directory.store, withIntermediateDirectories: false)
        #expect(openingError(open)?.code == .inaccessible)
    }

    @Test("A path below a file, an empty path and a folder's path are refused")
    func aStoreIsNoDirectory() throws {
        try makeStore()
        #expect(openingError { try SQLiteCredentialStore(path: directory.store + "/other") }?.code == .inaccessible)
        for path in ["", directory.path + "/"] {
            #expect(openingError { try SQLiteCredentialStore(path: path) }?.code == .inaccessible)
        }
    }

    @Test("A missing key file is reported and not created again")
    func aMissingKeyFileIsNotMadeAnew() throws {
        try makeStore()
        try FileManager.default.removeItem(atPath: directory.key)
        #expect(openingError(open)?.code == .missingKeyFile)
        #expect(!FileManager.default.fileExists(atPath: directory.key))
    }

    @Test("A key file of another size is refused", arguments: [0, 31, 33, 1000])
    func aKeyFileOfAnotherSize(_ size: Int) throws {
        try makeStore()
        try Data(repeating: 7, count: size).write(to: URL(fileURLWithPath: directory.key))
        try directory.setMode(0o600, directory.key)
        #expect(openingError(open)?.code == .invalidKeyFile)
    }

    @Test("The key file of another store is refused")
    func theKeyFileOfAnotherStore() throws {
        try makeStore()
        let other = try TemporaryDirectory()
        try SQLiteCredentialStore(path: other.store).close()
        let error = openingError { try SQLiteCredentialStore(path: directory.store, keyPath: other.key) }
        #expect(error?.code == .wrongKeyFile)
        #expect(error?.message.contains(other.key) == true)
        #expect(openingError(open) == nil)
    }

    @Test("Stores may share a key file")
    func storesMayShareAKeyFile() throws {
        let key = directory.path + "/keys/shared.key"
        for name in ["/one", "/two", "/one"] {
            let store = try SQLiteCredentialStore(path: directory.path + name, keyPath: key)
            try store.save(Sample.credential("a"))
            _ = try store.privateKey(of: Sample.credential("a").credential)
            try store.close()
        }
        #expect(try directory.mode(key) == 0o600)
        #expect(try directory.mode(directory.path + "/keys") == 0o700)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path + "/keys") == ["shared.key"])
    }

    @Test("A file that is not a database is refused and gets no key file")
    func aFileThatIsNoDatabase() throws {
        try Data("not a database, but long enough to be taken for one by its size".utf8)
            .write(to: URL(fileURLWithPath: directory.store))
        try directory.setMode(0o600, directory.store)
        #expect(openingError(open)?.code == .corrupt)
        #expect(!FileManager.default.fileExists(atPath: directory.key))
    }

    @Test("A database of another program is refused and left unchanged")
    func aDatabaseOfAnotherProgramIsLeftAsItWas() throws {
        try directory.sql("CREATE TABLE note (text TEXT)")
        try directory.setMode(0o600, directory.store)
        let before = try Data(contentsOf: URL(fileURLWithPath: directory.store))
        #expect(openingError(open)?.code == .corrupt)
        #expect(try Data(contentsOf: URL(fileURLWithPath: directory.store)) == before)
    }

    @Test("A truncated store is reported as corrupt")
    func damagedFile() throws {
        try makeStore()
        let whole = try Data(contentsOf: URL(fileURLWithPath: directory.store))
        for length in stride(from: 4096, to: whole.count, by: 4096) {
            try whole.prefix(length).write(to: URL(fileURLWithPath: directory.store))
            try directory.setMode(0o600, directory.store)
            let code = errorCode {
                let store = try open()
                _ = try store.credentials(rpID: nil)
                _ = try store.nextSignCount()
            }
            #expect(code == .corrupt, "cut to \(length) of \(whole.count) bytes")
        }
    }

    @Test("A store of a later version is refused")
    func aStoreOfALaterVersion() throws {
        try makeStore()
        try directory.sql("INSERT INTO grdb_migrations (identifier) VALUES ('later')")
        #expect(openingError(open)?.code == .newerSchema)
    }

    @Test("An empty file becomes a new store")
    func anEmptyFileIsANewStore() throws {
        let made = FileManager.default.createFile(
            atPath: directory.store, contents: Data(), attributes: [.posixPermissions: 0o600])
        #expect(made)
        try makeStore()
        #expect(openingError(open) == nil)
    }

    @Test("A store whose key check was never written opens")
    func aCrashBeforeTheKeyCheckWasWritten() throws {
        try makeStore()
        try directory.sql("DELETE FROM store")
        #expect(openingError(open) == nil)
    }
}
