import Foundation
import Glibc
import SoftAuthenticator
import Testing
import ToqueWebAuthn

@testable import CredentialStore

/// The store among real processes: each exit test's body runs in its own process.
@Suite("Processes")
struct ProcessTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    @Test("A store in use is refused with the process that holds it")
    func aSecondProcessIsToldWhoHasTheStore() async throws {
        let store = try SQLiteCredentialStore(path: directory.store)
        await #expect(processExitsWith: .success) { [path = directory.store as String] in
            let error = openingError { try SQLiteCredentialStore(path: path) }
            #expect(error?.code == .inUse)
            #expect(error?.message.contains("process \(getppid())") == true)
        }
        try store.close()
        await #expect(processExitsWith: .success) { [path = directory.store as String] in
            #expect(openingError { try SQLiteCredentialStore(path: path) } == nil)
        }
    }

    @Test("A process cannot open the same store twice")
    func theSameProcessHasAStoreOnceToo() throws {
        let store = try SQLiteCredentialStore(path: directory.store)
        let error = openingError { try SQLiteCredentialStore(path: directory.store) }
        #expect(error?.code == .inUse)
        #expect(error?.message.contains("process \(getpid())") == true)
        try store.close()
        #expect(openingError { try SQLiteCredentialStore(path: directory.store) } == nil)
    }

    /// A child process has a copy of every descriptor until it runs its program.
    @Test("A closed store is free even while a copy of its lock is open")
    func aClosedStoreIsFreeThoughACopyOfItsLockIsOpen() throws {
        let store = try SQLiteCredentialStore(path: directory.store)
        var lock = stat()
        try #require(stat(directory.store + ".lock", &lock) == 0)
        let descriptor = (0..<1024).first { (descriptor: Int32) in
            var status = stat()
            return fstat(descriptor, &status) == 0 && status.st_ino == lock.st_ino && status.st_dev == lock.st_dev
        }
        let copy = dup(try #require(descriptor))
        defer { Glibc.close(copy) }
        try store.close()
        #expect(openingError { try SQLiteCredentialStore(path: directory.store) } == nil)
    }

    @Test("A killed process leaves the store free and loses no acknowledged change")
    func aKilledProcessLeavesTheStoreFreeAndTakesBackNothing() async throws {
        for round in 1...5 as ClosedRange<UInt8> {
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [path = directory.store as String, round = round as UInt8] in
                let store = try SQLiteCredentialStore(path: path)
                let authenticator = SoftAuthenticator(profile: .windows, storage: store)
                let made = try await authenticator.makeCredential(
                    Sample.make(user: round), interaction: Sample.approval)
                try await withThrowingTaskGroup { group in
                    for number in 0..<20 {
                        group.addTask {
                            let assertion = try await authenticator.getAssertion(
                                Sample.get(made.credentialID), interaction: Sample.approval)
                            let count = try AuthenticatorData(decoding: assertion.authenticatorData).signCount
                            try Answers.append(count, made.credentialID, to: path + ".answers")
                            // While the others run.
                            if number == 3 * Int(round) { kill(getpid(), SIGKILL) }
                        }
                    }
                    try await group.waitForAll()
                }
            }
        }
        let answers = try Answers.read(directory.store + ".answers")
        #expect(Set(answers.map(\.count)).count == answers.count)
        let store = try SQLiteCredentialStore(path: directory.store)
        #expect(try store.signCount() >= #require(answers.map(\.count).max()))
        let ids = Set(try store.credentials(rpID: nil).map(\.id))
        #expect(ids == Set(answers.map(\.id)))
        #expect(ids.count == 5)
    }

    @Test("An unwritable store is reported as read-only, an unreadable key file as inaccessible")
    func aFileThatMayNotBeWrittenIsToldAsReadOnly() async throws {
        try SQLiteCredentialStore(path: directory.store).close()
        await #expect(processExitsWith: .success) { [folder = directory.path as String] in
            let store = folder + "/credentials.sqlite"
            // Root may write anything, so the process gives it up together with the files.
            if geteuid() == 0 {
                for path in [folder, store, store + ".key", store + ".lock"] { #expect(chown(path, 65534, 65534) == 0) }
                #expect(setgid(65534) == 0)
                #expect(setuid(65534) == 0)
            }
            #expect(chmod(store, 0o400) == 0)
            #expect(openingError { try SQLiteCredentialStore(path: store) }?.code == .readOnly)
            #expect(chmod(store, 0o600) == 0)
            #expect(chmod(store + ".key", 0) == 0)
            #expect(openingError { try SQLiteCredentialStore(path: store) }?.code == .inaccessible)
        }
    }

    @Test(
        "A store or key file of another user is refused",
        .enabled(if: geteuid() == 0, "only root may give a file away"))
    func aFileOfAnotherUserIsRefused() throws {
        try SQLiteCredentialStore(path: directory.store).close()
        for path in [directory.store, directory.key] {
            #expect(chown(path, 65534, 65534) == 0)
            let error = openingError { try SQLiteCredentialStore(path: directory.store) }
            #expect(error?.code == .insecurePermissions)
            #expect(error?.message.contains("belongs to user 65534") == true)
            #expect(chown(path, 0, 0) == 0)
        }
    }

    /// The changes that a process had acknowledged before it was killed.
    private enum Answers {
        static func append(_ count: UInt32, _ id: [UInt8], to path: String) throws {
            let file = open(path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
            defer { close(file) }
            let line = Array("\(count) \(Data(id).base64EncodedString())\n".utf8)
            #expect(write(file, line, line.count) == line.count)
        }

        static func read(_ path: String) throws -> [(count: UInt32, id: [UInt8])] {
            try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map { line in
                let parts = line.split(separator: " ")
                let id = try #require(Data(base64Encoded: String(parts[1])))
                return (try #require(UInt32(parts[0])), Array(id))
            }
        }
    }
}
