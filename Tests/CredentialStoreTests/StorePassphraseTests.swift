import Foundation
import SoftAuthenticator
import Testing
import ToqueCrypto
import ToqueFiles

@testable import CredentialStore

@Suite("A passphrase beside the key file")
struct StorePassphraseTests {
    private let directory: TemporaryDirectory
    private let pair: (credential: PublicKeyCredentialSource, secret: [UInt8])
    private var keyPath: String { directory.store + ".key" }

    init() throws {
        directory = try TemporaryDirectory()
        pair = try Sample.credential("a")
        let store = try SQLiteCredentialStore(path: directory.store)
        try store.save(pair)
        try store.close()
    }

    private static func passphrase(_ text: String) -> SecretBytes { SecretBytes(copying: Array(text.utf8)) }

    private func open(_ text: String?) throws -> SQLiteCredentialStore {
        try SQLiteCredentialStore(path: directory.store, passphrase: text.map { text in { Self.passphrase(text) } })
    }

    /// Expects that the store opens and returns the saved private key.
    private func opens(with text: String?) throws -> Bool {
        let store = try open(text)
        defer { try? store.close() }
        return try store.privateKey(of: pair.credential).revealed == pair.secret
    }

    @Test("A store with a passphrase opens only with that passphrase")
    func opensTheStoreWithItAlone() throws {
        #expect(try !StorePassphrase.isSet(keyPath))
        let plain = try Data(contentsOf: URL(fileURLWithPath: keyPath))
        try StorePassphrase.set(Self.passphrase("correto cavalo"), on: keyPath)
        #expect(try StorePassphrase.isSet(keyPath))
        let sealed = try Data(contentsOf: URL(fileURLWithPath: keyPath))
        #expect(sealed.range(of: plain) == nil)
        #expect(try FileManager.default.attributesOfItem(atPath: keyPath)[.posixPermissions] as? Int == 0o600)

        #expect(try opens(with: "correto cavalo"))
        #expect(openingError { try open(nil) }?.code == .passphraseNeeded)
        for wrong in ["correto cavalo ", "Correto cavalo", ""] {
            #expect(openingError { try open(wrong) }?.code == .wrongPassphrase)
        }
    }

    @Test("A passphrase is changed and removed only with the current one")
    func isChangedAndTakenAway() throws {
        try StorePassphrase.set(Self.passphrase("one"), on: keyPath)
        #expect(errorCode { try StorePassphrase.set(Self.passphrase("two"), on: keyPath) } == .passphraseNeeded)
        let wrong = errorCode {
            try StorePassphrase.set(Self.passphrase("two"), on: keyPath) { Self.passphrase("three") }
        }
        #expect(wrong == .wrongPassphrase)
        #expect(try opens(with: "one"))
        try StorePassphrase.set(Self.passphrase("two"), on: keyPath) { Self.passphrase("one") }
        #expect(try opens(with: "two"))
        #expect(openingError { try open("one") }?.code == .wrongPassphrase)
        try StorePassphrase.remove(from: keyPath) { Self.passphrase("two") }
        #expect(try !StorePassphrase.isSet(keyPath))
        #expect(try opens(with: nil))
    }

    @Test("A store without a passphrase does not ask for one")
    func isNotAskedForInVain() throws {
        let store = try SQLiteCredentialStore(path: directory.store) { () throws(CredentialStorageError) in
            Issue.record("the passphrase was asked for")
            return Self.passphrase("")
        }
        try store.close()
    }

    @Test("A sealed key file with a changed byte or another size is refused")
    func everyByteOfTheFileCounts() throws {
        try StorePassphrase.set(Self.passphrase("one"), on: keyPath)
        let sealed = try Data(contentsOf: URL(fileURLWithPath: keyPath))
        #expect(sealed.count == SealedKey.size)
        // The file's kind, its version, a parameter of scrypt (higher ones are refused before any work), the salt, the
        // nonce, the key and the tag.
        for place in [0, 8, 9, 12, 28, 40, sealed.count - 1] {
            var changed = sealed
            changed[place] ^= 0x40
            try changed.write(to: URL(fileURLWithPath: keyPath))
            try directory.setMode(0o600, keyPath)
            let code = openingError { try open("one") }?.code
            #expect(code == (place < 12 ? .invalidKeyFile : .wrongPassphrase), "byte \(place)")
        }
        for size in [0, 31, 33, SealedKey.size - 1, SealedKey.size + 1] {
            try (sealed + [0]).prefix(size).write(to: URL(fileURLWithPath: keyPath))
            try directory.setMode(0o600, keyPath)
            #expect(openingError { try open("one") }?.code == .invalidKeyFile, "\(size) bytes")
        }
    }

    @Test("Setting a passphrase on a missing key file is refused")
    func aFileThatIsNotThere() throws {
        let missing = keyPath + ".other"
        #expect(try !StorePassphrase.isSet(missing))
        #expect(errorCode { try StorePassphrase.set(Self.passphrase("one"), on: missing) } == .missingKeyFile)
        #expect(!FileManager.default.fileExists(atPath: missing))
    }

    /// The unencrypted key must not remain at the link's target.
    @Test("A key file behind a link is sealed at the link's target")
    func aKeyFileBehindALink() throws {
        let elsewhere = directory.path + "/stick.key"
        try FileManager.default.moveItem(atPath: keyPath, toPath: elsewhere)
        try FileManager.default.createSymbolicLink(atPath: keyPath, withDestinationPath: elsewhere)
        try StorePassphrase.set(Self.passphrase("one"), on: keyPath)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: keyPath) == elsewhere)
        #expect(try Data(contentsOf: URL(fileURLWithPath: elsewhere)).count == SealedKey.size)
        #expect(try opens(with: "one"))
        try StorePassphrase.remove(from: keyPath) { Self.passphrase("one") }
        #expect(try Data(contentsOf: URL(fileURLWithPath: elsewhere)).count == KeyFile.size)
        #expect(try opens(with: nil))
    }

    /// Two processes at once would mistake each other's draft for their own.
    @Test("A passphrase is set by one process at a time")
    func isSetByOneProcessAtATime() throws {
        let before = try Data(contentsOf: URL(fileURLWithPath: keyPath))
        let other = try StoreLock(path: keyPath + ".lock", of: "key file")
        #expect(errorCode { try StorePassphrase.set(Self.passphrase("one"), on: keyPath) } == .inUse)
        #expect(try Data(contentsOf: URL(fileURLWithPath: keyPath)) == before)
        #expect(!FileManager.default.fileExists(atPath: keyPath + ".new"))
        other.release()
        try StorePassphrase.set(Self.passphrase("one"), on: keyPath)
        #expect(try opens(with: "one"))
    }

    @Test("A replacement that fails leaves no draft")
    func aFailureLeavesNoDraft() throws {
        let taken = directory.path + "/taken"
        try FileManager.default.createDirectory(atPath: taken, withIntermediateDirectories: false)
        #expect(throws: FileError.notRegular(path: taken)) { try PrivateFile.replace(taken, with: [1, 2, 3]) }
        #expect(!FileManager.default.fileExists(atPath: taken + ".new"))
    }

    /// The draft of an unfinished passphrase removal opens the store.
    @Test("The draft of a killed process is removed at the next opening")
    func theDraftOfAKilledProcessGoesWithTheNextOpening() throws {
        let plain = try Data(contentsOf: URL(fileURLWithPath: keyPath))
        try StorePassphrase.set(Self.passphrase("one"), on: keyPath)
        try plain.write(to: URL(fileURLWithPath: keyPath + ".new"))
        // The draft stays as long as its process may be running.
        let process = try StoreLock(path: keyPath + ".lock", of: "key file")
        #expect(try opens(with: "one"))
        #expect(FileManager.default.fileExists(atPath: keyPath + ".new"))
        process.release()
        #expect(try opens(with: "one"))
        #expect(!FileManager.default.fileExists(atPath: keyPath + ".new"))
    }
}
