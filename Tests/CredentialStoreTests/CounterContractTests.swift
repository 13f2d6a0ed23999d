import SoftAuthenticator
import Testing
import ToqueCrypto

@testable import CredentialStore

/// The contract of every storage for the signature counters of single credentials.
@Suite("Storage of the counters of credentials")
struct CounterContractTests {
    /// Counts a use, with a new counter if there is none.
    private func advance(_ storage: some CredentialStorage, _ id: [UInt8]) throws -> UInt32 {
        try storage.updateCounter(of: id) { counter in
            let next = CredentialCounter(.perCredential(start: 10), uses: (counter?.uses ?? 0) + 1)
            counter = next
            return next.value
        }
    }

    @Test("A counter is kept and changed", arguments: StorageKind.allCases)
    func keeps(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            #expect(try storage.updateCounter(of: [1]) { $0 == nil })
            #expect(try [advance(storage, [1]), advance(storage, [1]), advance(storage, [2])] == [11, 12, 11])
            try storage.updateCounter(of: [1]) { $0 = CredentialCounter(.regresses(start: 3)) }
            #expect(try storage.updateCounter(of: [1]) { $0 } == CredentialCounter(.regresses(start: 3)))
            try storage.updateCounter(of: [1]) { $0 = nil }
            #expect(try storage.updateCounter(of: [1]) { $0 == nil })
        }
    }

    @Test("Concurrent uses get different signature counts", arguments: StorageKind.allCases)
    func concurrent(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let values = try await withThrowingTaskGroup(of: UInt32.self) { group in
                for _ in 0..<8 { group.addTask { try advance(storage, [1]) } }
                return try await group.reduce(into: [UInt32]()) { $0.append($1) }
            }
            #expect(values.sorted() == Array(11...18))
        }
    }

    @Test(
        "A counter goes with its credential, with the one that is replaced, and with a reset",
        arguments: StorageKind.allCases)
    func goes(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let first = try Sample.credential("first")
            try storage.save(first)
            _ = try advance(storage, first.credential.id)
            // A credential of the same user.
            let second = try Sample.credential("second")
            _ = try advance(storage, second.credential.id)
            try storage.save(second)
            #expect(try storage.updateCounter(of: first.credential.id) { $0 == nil })
            #expect(try storage.updateCounter(of: second.credential.id) { $0?.uses } == 1)
            try storage.delete(rpID: Sample.rpID, id: second.credential.id)
            #expect(try storage.updateCounter(of: second.credential.id) { $0 == nil })
            _ = try advance(storage, [9])
            try storage.reset()
            #expect(try storage.updateCounter(of: [9]) { $0 == nil })
        }
    }

    @Test("A credential's counter kind and backup state are read back unchanged", arguments: StorageKind.allCases)
    func kinds(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            for (index, state) in BackupState.allCases.enumerated() {
                for counter in [CounterBehavior.Kind.none, .shared, .own] {
                    var pair = try Sample.credential("\(state) \(counter)", user: UInt8(index))
                    pair.credential.backup = state
                    pair.credential.counter = counter
                    try storage.save(pair)
                    #expect(try storage.credential(rpID: Sample.rpID, id: pair.credential.id) == pair.credential)
                }
            }
        }
    }

    @Test("A returned counter value is on the disk")
    func durable() throws {
        let directory = try TemporaryDirectory()
        var store = try SQLiteCredentialStore(path: directory.store)
        #expect(try advance(store, [1]) == 11)
        try store.close()
        store = try SQLiteCredentialStore(path: directory.store)
        #expect(try advance(store, [1]) == 12)
        try store.close()
    }

    @Test(
        "A counter that other hands have changed is a damaged store",
        arguments: [
            "behavior = 'jumps'", "uses = -1", "uses = 4294967296",
        ])
    func damaged(_ change: String) throws {
        let directory = try TemporaryDirectory()
        let store = try SQLiteCredentialStore(path: directory.store)
        _ = try advance(store, [1])
        try store.close()
        try directory.sql("UPDATE counter SET \(change)")
        let opened = try SQLiteCredentialStore(path: directory.store)
        #expect(errorCode { _ = try advance(opened, [1]) } == .corrupt)
        try opened.close()
    }
}
