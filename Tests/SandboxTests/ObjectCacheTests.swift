import GRDB
import Synchronization
import Testing
import ToqueEncoding

@testable import Sandbox

@Suite final class ObjectCacheTests {
    private static let start = Timestamp(microseconds: 1_772_366_400_000_000)

    private struct Refused: Error {}

    private struct Thing: Sendable, Hashable { let color: String }

    private let clock = ManualClock(now: start)
    /// Decoded documents.
    private let reads = Counter()

    private func store(onTimer: @escaping SandboxStore.TimerHandler = { _, _ in }) throws -> SandboxStore {
        try SandboxStore(.memory, clock: clock, onTimer: onTimer)
    }

    private static func put(_ color: String, _ transaction: Transaction) throws {
        try transaction.put(["color": .string(color)], of: Thing(color: color), kind: "thing", id: "a")
    }

    private func color(_ store: SandboxStore, of tenant: String = "t") async throws -> String? {
        try await store.read(tenant) { [reads] transaction in
            try transaction.object(kind: "thing", id: "a") { document in
                reads.add()
                return Thing(color: document["color"]?.stringValue ?? "")
            }?.color
        }
    }

    @Test("A stored document is decoded once until it changes")
    func aDocumentIsReadOnce() async throws {
        let store = try store()
        #expect(try await color(store) == nil)
        try await store.write("t") { try $0.put(["color": "red"], kind: "thing", id: "a") }
        for _ in 0..<2 { #expect(try await color(store) == "red") }
        #expect(reads.value == 1)
        try await store.write("t") { try Self.put("blue", $0) }
        #expect(try await color(store) == "blue")
        #expect(reads.value == 1)
        // Storing a document alone drops the cached value.
        try await store.write("t") { try $0.put(["color": "green"], kind: "thing", id: "a") }
        #expect(try await color(store) == "green")
        #expect(reads.value == 2)
        #expect(try await color(store, of: "other") == nil)
    }

    @Test("An operation that fails leaves the cache as it was")
    func anOperationThatFailsLeavesNothing() async throws {
        let store = try store()
        await #expect(throws: Refused.self) {
            try await store.write("t") { transaction throws in
                try Self.put("red", transaction)
                throw Refused()
            }
        }
        #expect(try await color(store) == nil)
        try await store.write("t") { try Self.put("red", $0) }
        await #expect(throws: Refused.self) {
            try await store.write("t") { transaction throws in
                try Self.put("blue", transaction)
                throw Refused()
            }
        }
        #expect(try await color(store) == "red")
    }

    /// As above, in a savepoint beside that of the due timers.
    @Test("An operation that fails keeps the cached value of a timer that fired before it")
    func anOperationThatFailsAfterATimerLeavesWhatTheTimerDid() async throws {
        let store = try store { try Self.put($0.kind, $1) }
        try await store.write("t") { transaction in
            for (delay, color) in [(1, "red"), (2, "blue")] {
                try transaction.schedule(
                    SandboxTimer(kind: color, subject: "a", due: transaction.now + .seconds(delay)))
            }
        }
        clock.advance(by: .seconds(1))
        await #expect(throws: Refused.self) {
            try await store.write("t") { transaction throws in
                try Self.put("green", transaction)
                throw Refused()
            }
        }
        #expect(try await color(store) == "red")
        clock.advance(by: .seconds(1))
        #expect(try await color(store) == "blue")
    }

    @Test("A timer that fails leaves the cached value as it was")
    func aTimerThatFailsLeavesNothing() async throws {
        let store = try store { _, transaction throws in
            try Self.put("blue", transaction)
            throw Refused()
        }
        try await store.write("t") { transaction in
            try Self.put("red", transaction)
            try transaction.schedule(SandboxTimer(kind: "k", subject: "a", due: transaction.now + .seconds(1)))
        }
        clock.advance(by: .seconds(1))
        await #expect(throws: Refused.self) { try await color(store) }
        try await store.sqlite { try $0.execute(sql: "DELETE FROM timer") }
        #expect(try await color(store) == "red")
    }

    @Test("A commit that fails leaves the cached value as it was")
    func aCommitThatFailsLeavesNothing() async throws {
        let store = try store()
        try await store.sqlite { database in
            try database.execute(
                sql: """
                    CREATE TABLE parent (id INTEGER PRIMARY KEY);
                    CREATE TABLE child (parent INTEGER REFERENCES parent (id) DEFERRABLE INITIALLY DEFERRED)
                    """)
        }
        try await store.write("t") { try Self.put("red", $0) }
        await #expect(throws: DatabaseError.self) {
            try await store.write("t") { transaction in
                try Self.put("blue", transaction)
                // SQLite checks the constraint at the commit.
                try transaction.session.run("INSERT INTO child VALUES (1)", [])
            }
        }
        #expect(try await color(store) == "red")
    }

    @Test("A tenant that is renewed or removed has no cached object")
    func aTenantThatBeginsAnewHasNothing() async throws {
        let store = try store()
        try await store.admit(APIKey(id: "t", secret: "s"), isConfigured: true, clock: TenantClock()) {
            try Self.put("red", $0)
        }
        #expect(try await color(store) == "red")
        try await store.renew("t", clock: TenantClock()) { _ in }
        #expect(try await color(store) == nil)
        try await store.write("t") { try Self.put("blue", $0) }
        try await store.remove("t")
        #expect(try await color(store) == nil)
    }

    @Test("The cache is bounded and keeps the most recently used values")
    func isBoundedAndKeepsWhatIsAskedFor() {
        let cache = ObjectCache(capacity: 2)
        func key(_ id: Int) -> ObjectCache.Key { .init(tenant: "t", kind: "k", id: "\(id)") }
        for id in 0..<10 {
            cache.insert(id, for: key(id))
            #expect(cache[key(0)] as? Int == 0)
        }
        #expect((0..<10).count { cache[key($0)] != nil } <= 4)
        #expect(cache[key(9)] as? Int == 9)
        #expect(cache[key(1)] == nil)
    }
}
