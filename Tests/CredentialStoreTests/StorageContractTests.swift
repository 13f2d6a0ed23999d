import SoftAuthenticator
import Testing
import ToqueCrypto

@testable import CredentialStore

/// The contract of every storage.
@Suite("Storage")
struct StorageContractTests {
    @Test("A saved credential and its private key are read back unchanged", arguments: StorageKind.allCases)
    func givesBackWhatItWasGiven(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let saved = try [
                Sample.credential("a", user: 1), Sample.credential("b", user: 2, isDiscoverable: false),
                Sample.credential("c", user: 3, protection: .userVerificationOptionalWithCredentialIDList),
                Sample.credential("d", user: 4, protection: .userVerificationRequired, isForThirdPartyPayment: true),
            ]
            for pair in saved { try storage.save(pair) }
            for (credential, secret) in saved {
                #expect(try storage.credential(rpID: Sample.rpID, id: credential.id) == credential)
                #expect(try storage.privateKey(of: credential).revealed == secret)
            }
        }
    }

    @Test("Credentials are listed by RP ID, the latest first", arguments: StorageKind.allCases)
    func listsTheLatestFirst(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let first = try Sample.credential("a", user: 1)
            let elsewhere = try Sample.credential("b", rpID: "other.example", user: 1)
            let last = try Sample.credential("c", user: 2)
            for pair in [first, elsewhere, last] { try storage.save(pair) }
            #expect(try storage.credentials(rpID: Sample.rpID) == [last.credential, first.credential])
            #expect(try storage.credentials(rpID: "other.example") == [elsewhere.credential])
            #expect(try storage.credentials(rpID: "nobody.example").isEmpty)
            #expect(
                try storage.credentials(rpID: nil)
                    == [last.credential, elsewhere.credential, first.credential])
        }
    }

    @Test("The same credential ID may be saved for two relying parties", arguments: StorageKind.allCases)
    func keepsRelyingPartiesApart(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            // One seed: the same ID for two relying parties.
            let here = try Sample.credential("a", user: 1)
            let there = try Sample.credential("a", rpID: "other.example", user: 2)
            try storage.save(here)
            #expect(try storage.credential(rpID: "other.example", id: here.credential.id) == nil)
            try storage.save(there)
            #expect(try storage.credential(rpID: Sample.rpID, id: here.credential.id) == here.credential)
            #expect(
                try storage.credential(rpID: "other.example", id: here.credential.id) == there.credential)
            #expect(try storage.delete(rpID: "other.example", id: here.credential.id))
            #expect(try storage.credentials(rpID: nil) == [here.credential])
        }
    }

    @Test("RP IDs are compared by their bytes", arguments: StorageKind.allCases)
    func relyingPartiesAreTheSameByTheirBytesAlone(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            // Equal as Swift strings.
            let (composed, decomposed) = ("caf\u{E9}.example", "cafe\u{301}.example")
            let here = try Sample.credential("a", rpID: composed, user: 1)
            try storage.save(here)
            #expect(try storage.credential(rpID: decomposed, id: here.credential.id) == nil)
            #expect(try storage.credentials(rpID: decomposed).isEmpty)
            #expect(try !storage.delete(rpID: decomposed, id: here.credential.id))
            try storage.save(Sample.credential("b", rpID: decomposed, user: 1))
            #expect(try storage.discoverableCount() == 2)
            let expected = [decomposed, composed].map { Array($0.utf8) }
            #expect(try storage.relyingPartyIDs().map { Array($0.utf8) } == expected)
            let found = try storage.relyingPartyID(hash: Digest.sha256(decomposed))
            #expect(found.map { Array($0.utf8) } == expected.first)
        }
    }

    @Test("A new discoverable credential replaces the one of the same user", arguments: StorageKind.allCases)
    func oneDiscoverableCredentialForAUser(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let bound = try Sample.credential("bound", isDiscoverable: false)
            let first = try Sample.credential("first")
            let other = try Sample.credential("other", user: 2)
            let second = try Sample.credential("second")
            for pair in [bound, first, other, second] { try storage.save(pair) }
            #expect(
                try storage.credentials(rpID: Sample.rpID)
                    == [second.credential, other.credential, bound.credential])
            #expect(errorCode { _ = try storage.privateKey(of: first.credential) } == .unknownCredential)
            // Saving the same credential again is a replacement too.
            try storage.save(second)
            #expect(try storage.credentials(rpID: nil).count == 3)
        }
    }

    @Test("A credential with the ID of another one is refused", arguments: StorageKind.allCases)
    func refusesTheIDOfAnother(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let kept = try Sample.credential("a", user: 1)
            let replaced = try Sample.credential("b", user: 2)
            for pair in [kept, replaced] { try storage.save(pair) }
            for pair in try [
                Sample.credential("a", user: 2), Sample.credential("a", user: 3),
                Sample.credential("a", user: 1, isDiscoverable: false),
            ] {
                #expect(errorCode { try storage.save(pair) } == .duplicateCredential)
            }
            #expect(try storage.credentials(rpID: nil) == [replaced.credential, kept.credential])
        }
    }

    @Test("A deleted credential is gone and can be saved again", arguments: StorageKind.allCases)
    func deletes(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let (credential, secret) = try Sample.credential("a")
            try storage.save((credential, secret))
            #expect(try storage.delete(rpID: Sample.rpID, id: credential.id))
            #expect(try !storage.delete(rpID: Sample.rpID, id: credential.id))
            #expect(try storage.credential(rpID: Sample.rpID, id: credential.id) == nil)
            #expect(errorCode { _ = try storage.privateKey(of: credential) } == .unknownCredential)
            try storage.save((credential, secret))
            #expect(try storage.credentials(rpID: nil) == [credential])
        }
    }

    @Test("The signature counter gives each caller the next value", arguments: StorageKind.allCases)
    func countsUp(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            #expect(try storage.signCount() == 0)
            let counts = try await withThrowingTaskGroup(of: UInt32.self) { group in
                for _ in 0..<100 { group.addTask { try await storage.run { try storage.nextSignCount() } } }
                return try await group.reduce(into: [UInt32]()) { $0.append($1) }
            }
            #expect(counts.sorted() == Array(1...100))
            #expect(try storage.signCount() == 100)
        }
    }

    @Test("Work in a canceled task is still carried out", arguments: StorageKind.allCases)
    func finishesWhatWasBegunInACanceledTask(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await storage.run { try storage.nextSignCount() }
            }
            let count = try await task.value
            #expect(count == 1)
        }
    }

    @Test("An error in the storage's work reaches the caller", arguments: StorageKind.allCases)
    func throwsWhatTheWorkOfATaskThrows(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let (credential, _) = try Sample.credential("a")
            let error = await #expect(throws: CredentialStorageError.self) {
                // A secret cannot leave the work, because it is not copyable.
                try await storage.run { () throws(CredentialStorageError) in
                    _ = try storage.privateKey(of: credential)
                }
            }
            #expect(error?.code == .unknownCredential)
        }
    }
}
