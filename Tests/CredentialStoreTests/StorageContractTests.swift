import SoftAuthenticator
import Testing
import ToqueCrypto

@testable import CredentialStore

/// What every storage must do.
@Suite("Storage")
struct StorageContractTests {
    enum Kind: CaseIterable {
        case memory, sqlite
    }

    private static func with(
        _ kind: Kind, _ body: (any CredentialStorage) async throws -> Void
    ) async throws {
        switch kind {
        case .memory: try await body(MemoryCredentialStore())
        case .sqlite:
            let directory = try TemporaryDirectory()
            let store = try SQLiteCredentialStore(path: directory.store)
            try await body(store)
            try store.close()
        }
    }

    @Test(arguments: Kind.allCases)
    func givesBackWhatItWasGiven(_ kind: Kind) async throws {
        try await Self.with(kind) { storage in
            let saved = try [Sample.credential("a", user: 1), Sample.credential("b", user: 2, isDiscoverable: false)]
            for pair in saved { try await storage.save(pair) }
            for (credential, secret) in saved {
                #expect(try await storage.credential(rpID: Sample.rpID, id: credential.id) == credential)
                let opened = try await storage.privateKey(of: credential)
                #expect(opened.withUnsafeBytes { Array($0) } == secret)
            }
        }
    }

    @Test(arguments: Kind.allCases)
    func listsTheLatestFirst(_ kind: Kind) async throws {
        try await Self.with(kind) { storage in
            let first = try Sample.credential("a", user: 1)
            let elsewhere = try Sample.credential("b", rpID: "other.example", user: 1)
            let last = try Sample.credential("c", user: 2)
            for pair in [first, elsewhere, last] { try await storage.save(pair) }
            #expect(try await storage.credentials(rpID: Sample.rpID) == [last.credential, first.credential])
            #expect(try await storage.credentials(rpID: "other.example") == [elsewhere.credential])
            #expect(try await storage.credentials(rpID: "nobody.example").isEmpty)
            #expect(
                try await storage.credentials(rpID: nil)
                    == [last.credential, elsewhere.credential, first.credential])
        }
    }

    @Test(arguments: Kind.allCases)
    func keepsRelyingPartiesApart(_ kind: Kind) async throws {
        try await Self.with(kind) { storage in
            // One seed: the same ID with two relying parties.
            let here = try Sample.credential("a", user: 1)
            let there = try Sample.credential("a", rpID: "other.example", user: 2)
            try await storage.save(here)
            #expect(try await storage.credential(rpID: "other.example", id: here.credential.id) == nil)
            try await storage.save(there)
            #expect(try await storage.credential(rpID: Sample.rpID, id: here.credential.id) == here.credential)
            #expect(
                try await storage.credential(rpID: "other.example", id: here.credential.id) == there.credential)
            #expect(try await storage.delete(rpID: "other.example", id: here.credential.id))
            #expect(try await storage.credentials(rpID: nil) == [here.credential])
        }
    }

    @Test(arguments: Kind.allCases)
    func oneDiscoverableCredentialForAUser(_ kind: Kind) async throws {
        try await Self.with(kind) { storage in
            let bound = try Sample.credential("bound", isDiscoverable: false)
            let first = try Sample.credential("first")
            let other = try Sample.credential("other", user: 2)
            let second = try Sample.credential("second")
            for pair in [bound, first, other, second] { try await storage.save(pair) }
            #expect(
                try await storage.credentials(rpID: Sample.rpID)
                    == [second.credential, other.credential, bound.credential])
            #expect(await errorCode { _ = try await storage.privateKey(of: first.credential) } == .unknownCredential)
            // The same credential once more is a replacement too.
            try await storage.save(second)
            #expect(try await storage.credentials(rpID: nil).count == 3)
        }
    }

    @Test(arguments: Kind.allCases)
    func refusesTheIDOfAnother(_ kind: Kind) async throws {
        try await Self.with(kind) { storage in
            let kept = try Sample.credential("a", user: 1)
            let replaced = try Sample.credential("b", user: 2)
            for pair in [kept, replaced] { try await storage.save(pair) }
            for pair in try [
                Sample.credential("a", user: 2), Sample.credential("a", user: 3),
                Sample.credential("a", user: 1, isDiscoverable: false),
            ] {
                #expect(await errorCode { try await storage.save(pair) } == .duplicateCredential)
            }
            #expect(try await storage.credentials(rpID: nil) == [replaced.credential, kept.credential])
        }
    }

    @Test(arguments: Kind.allCases)
    func deletes(_ kind: Kind) async throws {
        try await Self.with(kind) { storage in
            let (credential, secret) = try Sample.credential("a")
            try await storage.save((credential, secret))
            #expect(try await storage.delete(rpID: Sample.rpID, id: credential.id))
            #expect(try await !storage.delete(rpID: Sample.rpID, id: credential.id))
            #expect(try await storage.credential(rpID: Sample.rpID, id: credential.id) == nil)
            #expect(await errorCode { _ = try await storage.privateKey(of: credential) } == .unknownCredential)
            try await storage.save((credential, secret))
            #expect(try await storage.credentials(rpID: nil) == [credential])
        }
    }

    @Test(arguments: Kind.allCases)
    func countsUp(_ kind: Kind) async throws {
        try await Self.with(kind) { storage in
            #expect(try await storage.signCount() == 0)
            let counts = try await withThrowingTaskGroup(of: UInt32.self) { group in
                for _ in 0..<100 { group.addTask { try await storage.nextSignCount() } }
                return try await group.reduce(into: [UInt32]()) { $0.append($1) }
            }
            #expect(counts.sorted() == Array(1...100))
            #expect(try await storage.signCount() == 100)
        }
    }

    @Test(arguments: Kind.allCases)
    func finishesWhatWasBegunInACancelledTask(_ kind: Kind) async throws {
        try await Self.with(kind) { storage in
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await storage.nextSignCount()
            }
            let count = try await task.value
            #expect(count == 1)
        }
    }
}
