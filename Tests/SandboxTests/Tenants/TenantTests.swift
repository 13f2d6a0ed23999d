import Foundation
import GRDB
import Testing
import ToqueCrypto
import ToqueEncoding

@testable import Sandbox

@Suite final class TenantTests {
    private static let start = Timestamp(microseconds: 1_772_366_400_000_000)
    private let clock = ManualClock(now: start)

    private let folder = NSTemporaryDirectory() + "toque-\(UUID().uuidString)"

    init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false) }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// An empty place for each database of a test.
    private func newFolder() throws -> String {
        let path = folder + "/\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        return path
    }

    private func store(
        on storage: StorageUnderTest, seed: String? = nil, onTimer: @escaping SandboxStore.TimerHandler = { _, _ in }
    ) async throws -> SandboxStore {
        let store = try SandboxStore(try storage.location(newFolder()), clock: clock, seed: seed, onTimer: onTimer)
        for id in ["a", "b"] {
            try await store.admit(APIKey(id: id, secret: "s"), isConfigured: true, clock: TenantClock()) {
                try $0.put(["planted": true], kind: "seed", id: "1")
            }
        }
        return store
    }

    @Test(
        "A tenant sees no objects, values, settings, events, or scenarios of another", arguments: StorageUnderTest.all)
    func seeNothingOfEachOther(_ storage: StorageUnderTest) async throws {
        let store = try await store(on: storage)
        try await store.write("a") { transaction in
            try transaction.put(["color": "red"], kind: "thing", id: "1")
            try transaction.register(oneTimeValue: "v", purpose: "p", subject: "1")
            try transaction.setSetting("name", "value")
            try transaction.emit("thing.created", kind: "thing", object: "1", data: .null)
            try transaction.setDefaultScenario("slow")
            try transaction.setScenario("down", of: "1")
        }
        try await store.write("b") { transaction throws in
            #expect(try transaction.object(kind: "thing", id: "1") == nil)
            #expect(try transaction.objects(kind: "thing", limit: 10).count == 0)
            #expect(try transaction.object(kind: "seed", id: "1") == ["planted": true])
            #expect(try transaction.subject(ofOneTimeValue: "v", purpose: "p") == nil)
            #expect(try transaction.use(oneTimeValue: "v", purpose: "p", subject: "1") == false)
            #expect(try transaction.setting("name") == nil)
            #expect(try transaction.events(after: 0, limit: 10).isEmpty)
            #expect(try transaction.defaultScenario() == nil)
            #expect(try transaction.scenario(of: "1") == nil)
        }
        #expect(try await store.tenants(ofOneTimeValue: "v", purpose: "p") == ["a"])
    }

    @Test("An object's id leads to its tenants, whatever the object's kind", arguments: StorageUnderTest.all)
    func anIDLeadsToItsTenants(_ storage: StorageUnderTest) async throws {
        let store = try await store(on: storage)
        try await store.write("b") { transaction in
            try transaction.put(["color": "red"], kind: "thing", id: "2")
            try transaction.put(["color": "red"], kind: "other", id: "2")
        }
        #expect(try await store.tenants(ofObject: "2") == ["b"])
        #expect(try await store.tenants(ofObject: "1") == ["a", "b"])
        #expect(try await store.tenants(ofObject: "3") == [])
        try await store.remove("b")
        #expect(try await store.tenants(ofObject: "2") == [])
    }

    /// A reset that waited while the tenant was removed does not bring it back.
    @Test("A tenant that was removed cannot be renewed", arguments: StorageUnderTest.all)
    func noneIsRenewedThatIsGone(_ storage: StorageUnderTest) async throws {
        let store = try await store(on: storage)
        try await store.remove("a")
        await #expect(throws: SandboxError.notFound("There is no API key with this id.")) {
            try await store.renew("a", clock: TenantClock()) {
                try $0.schedule(SandboxTimer(kind: "k", subject: "1", due: Self.start))
            }
        }
        #expect(store.agenda.due(of: "a") == nil)
        #expect(try await store.read("a") { try $0.session.nextDue(of: "a") } == nil)
    }

    @Test("If the database refuses to remove a key, the key and its tenant's objects stay")
    func aRefusedRemovalChangesNothing() async throws {
        let store = try await store(on: StorageUnderTest.all[0])
        try await store.write("a") {
            try $0.schedule(SandboxTimer(kind: "k", subject: "1", due: Self.start + .seconds(5)))
        }
        // The last statement of a removal fails, as on a full disk.
        try await store.sqlite {
            try $0.execute(
                sql: """
                    CREATE TEMP TRIGGER refusal BEFORE DELETE ON tenant BEGIN SELECT RAISE(ABORT, 'refused'); END
                    """)
        }
        await #expect(throws: DatabaseError.self) { try await store.remove("a") }
        #expect(store.keys.contains("a"))
        #expect(store.agenda.due(of: "a") == Self.start + .seconds(5))
        #expect(try await store.read("a") { try $0.object(kind: "seed", id: "1") } == ["planted": true])
        try await store.sqlite { try $0.execute(sql: "DROP TRIGGER refusal") }
        try await store.remove("a")
        #expect(!store.keys.contains("a"))
        #expect(store.agenda.due(of: "a") == nil)
    }

    @Test("A reset clears its own tenant and leaves the timers and events of another", arguments: StorageUnderTest.all)
    func clearingOneLeavesTheOther(_ storage: StorageUnderTest) async throws {
        let store = try await store(on: storage)
        for id in ["a", "b"] {
            try await store.write(id) { transaction in
                try transaction.put([:], kind: "thing", id: "1")
                try transaction.schedule(SandboxTimer(kind: "k", subject: "1", due: Self.start + .seconds(5)))
                try transaction.emit("thing.created", kind: "thing", object: "1", data: .null)
            }
        }
        try await store.renew("a", clock: TenantClock()) { _ in }
        #expect(store.agenda.due(of: "a") == nil)
        #expect(store.agenda.due(of: "b") == Self.start + .seconds(5))
        let left = try await store.read("b") { try $0.events(after: 0, limit: 10).count }
        #expect(left == 1)
        let gone = try await store.read("a") { try $0.object(kind: "thing", id: "1") }
        #expect(gone == nil)
    }

    @Test("A tenant's timers fire by its own clock and not by another's", arguments: StorageUnderTest.all)
    func haveTimesOfTheirOwn(_ storage: StorageUnderTest) async throws {
        let store = try await store(on: storage) { timer, transaction in
            try transaction.put(.string(transaction.now.description), kind: "fired", id: timer.subject)
        }
        for id in ["a", "b"] {
            try await store.write(id) {
                try $0.schedule(SandboxTimer(kind: "k", subject: "1", due: Self.start + .seconds(10)))
            }
        }
        try await store.setClock(TenantClock(frozenAt: Self.start), of: "a")
        try await store.setClock(TenantClock(offset: .seconds(100)), of: "b")
        clock.advance(by: .seconds(60))
        #expect(store.now(of: "a") == Self.start)
        #expect(store.now(of: "b") == Self.start + .seconds(160))
        let ofA = try await store.read("a") { try $0.object(kind: "fired", id: "1") }
        let ofB = try await store.read("b") { try $0.object(kind: "fired", id: "1") }
        #expect(ofA == nil)
        #expect(ofB == .string((Self.start + .seconds(10)).description))
    }

    @Test(
        "The agenda announces the earliest deadline of all tenants on the sandbox's clock",
        arguments: StorageUnderTest.all)
    func theAgendaKnowsWhoIsNext(_ storage: StorageUnderTest) async throws {
        let agenda = Agenda()
        var changes = agenda.changes.makeAsyncIterator()
        agenda.setDue(Self.start + .seconds(10), of: "a")
        #expect(await changes.next() == Self.start + .seconds(10))
        agenda.setClock(TenantClock(offset: .seconds(95)), of: "b")
        agenda.setDue(Self.start + .seconds(100), of: "b")
        #expect(await changes.next() == Self.start + .seconds(5))
        #expect(agenda.tenantsDue(at: Self.start + .seconds(5)) == ["b"])
        agenda.setClock(TenantClock(frozenAt: Self.start), of: "b")
        #expect(await changes.next() == Self.start + .seconds(10))
        agenda.setDue(nil, of: "a")
        #expect(await changes.next() == .some(nil))
        agenda.finish()
        #expect(await changes.next() == nil)
    }

    @Test(
        "A seed gives a tenant the same bytes despite other tenants, reads, and failures",
        arguments: StorageUnderTest.all)
    func drawTheSameFromASeed(_ storage: StorageUnderTest) async throws {
        struct Refused: Error {}
        func draws(disturbed: Bool) async throws -> [[UInt8]] {
            let store = try await store(on: storage, seed: "1")
            var draws: [[UInt8]] = []
            for _ in 0..<3 {
                if disturbed {
                    _ = try await store.write("b") { try $0.random().bytes(7) }
                    _ = try await store.read("a") { try $0.object(kind: "seed", id: "1") }
                    _ = try? await store.write("a") { transaction in
                        _ = try transaction.random().bytes(4)
                        throw Refused()
                    }
                }
                draws.append(try await store.write("a") { try $0.random().bytes(4) + $0.random().bytes(4) })
            }
            return draws
        }
        let plain = try await draws(disturbed: false)
        #expect(try await draws(disturbed: true) == plain)
        #expect(Set(plain).count == 3)
        let other = try await store(on: storage, seed: "2").write("a") { try $0.random().bytes(8) }
        #expect(!plain.contains(other))
    }

    @Test("An API key is stored as a salted hash", arguments: StorageUnderTest.all)
    func keysAreKeptAsHashes(_ storage: StorageUnderTest) async throws {
        let store = try await store(on: storage)
        let text = try await store.access(.everything) { session in
            try session.first("SELECT key_hash FROM tenant WHERE id = 'a'", [])?.text("key_hash")
        }
        let hash = try #require(KeyHash(text ?? ""))
        #expect(hash.matches(id: "a", secret: "s".utf8))
        #expect(!hash.matches(id: "a", secret: "t".utf8))
        #expect(!hash.matches(id: "b", secret: "s".utf8))
        // Salted: the same key has a different hash each time.
        let key = APIKey(id: "a", secret: "s")
        #expect(
            KeyHash(key, random: SystemRandom()).description != KeyHash(key, random: SystemRandom()).description)
        #expect(KeyHash("00") == nil)
    }

    @Test("Only valid Basic credentials name a tenant", arguments: StorageUnderTest.all)
    func basicCredentialsNameTheTenant(_ storage: StorageUnderTest) async throws {
        let keys = try await store(on: storage).keys
        func header(_ text: String) -> String { "Basic \(Base64.encode(Array(text.utf8)))" }
        #expect(keys.keyID(authorization: header("a:s")) == "a")
        #expect(keys.keyID(authorization: header("a:s").replacing("Basic", with: "bASIC")) == "a")
        for wrong in ["a:t", "a:", "c:s", ":s", "as", ""] { #expect(keys.keyID(authorization: header(wrong)) == nil) }
        #expect(keys.keyID(authorization: nil) == nil)
        #expect(keys.keyID(authorization: "Basic") == nil)
        #expect(keys.keyID(authorization: "Bearer YTpz") == nil)
        #expect(APIKeys.bearer(authorization: "bearer abc") == "abc")
    }

    @Test(
        "A key that is no longer configured is refused, and its tenant's objects are kept",
        arguments: StorageUnderTest.all)
    func keysThatAreNotConfiguredAnyMoreAreRetired(_ storage: StorageUnderTest) async throws {
        let store = try await store(on: storage)
        try await store.admit(APIKey(id: "made", secret: "s"), isConfigured: false, clock: TenantClock()) { _ in }
        try await store.retireConfiguredTenants(but: ["b"])
        #expect(["a", "b", "made"].map(store.keys.contains) == [false, true, true])
        let kept = try await store.read("a") { try $0.object(kind: "seed", id: "1") }
        #expect(kept == ["planted": true])
    }
}
