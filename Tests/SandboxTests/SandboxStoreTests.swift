import Foundation
import GRDB
import Logging
import Synchronization
import Testing
import ToqueEncoding

@testable import Sandbox

@Suite final class SandboxStoreTests {
    private static let start = Timestamp(microseconds: 1_772_366_400_000_000)
    private let clock = ManualClock(now: start)

    private struct Refused: Error {}

    private let folder = NSTemporaryDirectory() + "toque-\(UUID().uuidString)"

    init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false) }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// An empty place for each database of a test.
    private func newFolder() throws -> String {
        let path = folder + "/\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        return path
    }

    private func path() throws -> String { try newFolder() + "/sandbox.sqlite" }

    private func store(
        _ location: SandboxStore.Location,
        for provider: StoredProvider = StoredProvider(indexes: [ObjectIndex("$.color")]),
        onTimer: @escaping SandboxStore.TimerHandler = { _, _ in }
    ) throws -> SandboxStore {
        try SandboxStore(location, for: provider, clock: clock, onTimer: onTimer)
    }

    /// A store with the tenants `t`, `broken` and `whole`.
    private func store(
        on storage: StorageUnderTest, onTimer: @escaping SandboxStore.TimerHandler = { _, _ in }
    ) async throws -> SandboxStore {
        let store = try store(try storage.location(newFolder()), onTimer: onTimer)
        for id in ["t", "broken", "whole"] {
            try await store.admit(APIKey(id: id, secret: "s"), isConfigured: true, clock: TenantClock()) { _ in }
        }
        return store
    }

    @Test(
        "Objects are listed by creation, newest or oldest first, with filters and pages",
        arguments: StorageUnderTest.all)
    func keepsObjectsInOrder(_ storage: StorageUnderTest) async throws {
        let store = try await store(on: storage)
        try await store.write("t") { transaction throws in
            for (id, color) in [("a", "red"), ("b", "blue"), ("c", "red")] {
                try transaction.put(["color": .string(color)], kind: "thing", id: id)
            }
            try transaction.put(["color": "red"], kind: "other", id: "a")
            // A change does not make an object newer.
            try transaction.put(["color": "Green"], kind: "thing", id: "a")
        }
        try await store.read("t") { transaction throws in
            #expect(try transaction.object(kind: "thing", id: "b") == ["color": "blue"])
            #expect(try transaction.object(kind: "thing", id: "d") == nil)
            func colors(
                _ filters: [ObjectFilter] = [], newestFirst: Bool = true, offset: Int = 0, limit: Int = 10
            ) throws -> [String?] {
                try transaction.objects(
                    kind: "thing", filters: filters, newestFirst: newestFirst, offset: offset, limit: limit
                ).bodies.map { $0["color"]?.stringValue }
            }
            #expect(try colors() == ["red", "blue", "Green"])
            #expect(try colors(newestFirst: false, offset: 1, limit: 1) == ["blue"])
            #expect(try transaction.objects(kind: "thing", limit: 1).count == 3)
            let counted = try transaction.objects(kind: "thing", limit: 0)
            #expect(counted.count == 3 && counted.bodies.isEmpty)
            #expect(try colors(offset: 3).isEmpty)
            #expect(try colors([.equals("$.color", "blue")]) == ["blue"])
            #expect(try colors([.contains("$.color", "GREE")]) == ["Green"])
            #expect(try colors([.oneOf("$.color", ["red", "blue"]), .equals("$.color", "red")]) == ["red"])
            #expect(try colors([.oneOf("$.color", [])]).isEmpty)
            #expect(try colors([.oneOf("$.color", ["\"red\\", "blue"])]) == ["blue"])
            #expect(try colors([.oneOf("$.color", .init(repeating: "red", count: 400))]) == ["red"])
            #expect(try colors([.equals("$.color", "' OR 1=1 --")]).isEmpty)
        }
    }

    @Test("An operation that fails leaves no object, one-time value, or timer", arguments: StorageUnderTest.all)
    func undoesWhatFails(_ storage: StorageUnderTest) async throws {
        let store = try await store(on: storage)
        await #expect(throws: Refused.self) {
            try await store.write("t") { transaction throws in
                try transaction.put(["color": "red"], kind: "thing", id: "a")
                try transaction.register(oneTimeValue: "v", purpose: "p", subject: "a")
                try transaction.schedule(SandboxTimer(kind: "k", subject: "a", due: transaction.now))
                throw Refused()
            }
        }
        try await store.read("t") { transaction throws in
            #expect(try transaction.object(kind: "thing", id: "a") == nil)
            #expect(try transaction.subject(ofOneTimeValue: "v", purpose: "p") == nil)
            #expect(try transaction.session.nextDue(of: "t") == nil)
        }
    }

    @Test("A one-time value works once, for its own purpose and subject", arguments: StorageUnderTest.all)
    func usesAValueOnce(_ storage: StorageUnderTest) async throws {
        let store = try await store(on: storage)
        try await store.write("t") { transaction throws in
            try transaction.register(oneTimeValue: "v", purpose: "p", subject: "a")
            #expect(try transaction.subject(ofOneTimeValue: "v", purpose: "p") == "a")
            #expect(try transaction.subject(ofOneTimeValue: "v", purpose: "q") == nil)
            #expect(try !transaction.use(oneTimeValue: "v", purpose: "q", subject: "a"))
            #expect(try !transaction.use(oneTimeValue: "v", purpose: "p", subject: "b"))
            #expect(try !transaction.use(oneTimeValue: "w", purpose: "p", subject: "a"))
            #expect(try transaction.use(oneTimeValue: "v", purpose: "p", subject: "a"))
            #expect(try !transaction.use(oneTimeValue: "v", purpose: "p", subject: "a"))
            // Its owner is still known.
            #expect(try transaction.subject(ofOneTimeValue: "v", purpose: "p") == "a")
        }
    }

    @Test(
        "Due timers fire in the order of their due times, including those that they set",
        arguments: StorageUnderTest.all)
    func firesTimersInOrder(_ storage: StorageUnderTest) async throws {
        let fired = Mutex<[String]>([])
        let store = try await store(on: storage) { timer, transaction in
            fired.withLock { $0.append("\(timer.kind) \(timer.due - Self.start)") }
            if timer.kind == "first" {
                try transaction.schedule(SandboxTimer(kind: "chained", subject: "a", due: timer.due + .seconds(1)))
            }
        }
        try await store.write("t") { transaction throws in
            for (kind, seconds) in [("third", 30), ("first", 10), ("second", 20), ("later", 100)] {
                try transaction.schedule(
                    SandboxTimer(kind: kind, subject: "a", due: transaction.now + .seconds(seconds)))
            }
        }
        try await store.read("t") { _ in }
        #expect(fired.withLock { $0 }.isEmpty)
        clock.advance(by: .seconds(60))
        let next = try await store.read("t") { try $0.session.nextDue(of: "t") }
        #expect(
            fired.withLock { $0 } == [
                "first 10.0 seconds", "chained 11.0 seconds", "second 20.0 seconds", "third 30.0 seconds",
            ])
        #expect(next == Self.start + .seconds(100))
    }

    @Test("The worker fires a due timer without any request", arguments: StorageUnderTest.all)
    func theWorkerFiresThoughNobodyAsks(_ storage: StorageUnderTest) async throws {
        let (fired, continuation) = AsyncStream<String>.makeStream()
        let store = try await store(on: storage) { timer, _ in continuation.yield(timer.kind) }
        let worker = TimerWorker(store: store, clock: clock, logger: .init(label: "test"))
        // The timer that is due first is set second, and must not wait for the other.
        for (kind, seconds) in [("far", 100), ("near", 1)] {
            try await store.write("t") { transaction throws in
                try transaction.schedule(
                    SandboxTimer(kind: kind, subject: "a", due: transaction.now + .seconds(seconds)))
            }
        }
        var iterator = fired.makeAsyncIterator()
        clock.advance(by: .seconds(1))
        #expect(await iterator.next() == "near")
        clock.advance(by: .seconds(99))
        #expect(await iterator.next() == "far")
        await worker.stop()
        store.close()
    }

    @Test(
        "A tenant whose timer fails delays no other and is tried again when it changes", arguments: StorageUnderTest.all
    )
    func theWorkerPassesOverATenantWhoseTimerFails(_ storage: StorageUnderTest) async throws {
        let (fired, continuation) = AsyncStream<String>.makeStream()
        let isBroken = Mutex(true)
        let store = try await store(on: storage) { timer, transaction in
            continuation.yield("\(transaction.tenant) \(timer.kind)")
            if transaction.tenant == "broken", isBroken.withLock({ $0 }) { throw Refused() }
        }
        let worker = TimerWorker(
            store: store, clock: clock, logger: .init(label: "test") { _ in SwiftLogNoOpLogHandler() })
        func schedule(_ tenant: String, _ kind: String, _ seconds: Int) async throws {
            try await store.write(tenant) {
                try $0.schedule(SandboxTimer(kind: kind, subject: "a", due: Self.start + .seconds(seconds)))
            }
        }
        try await schedule("broken", "first", 1)
        for (kind, seconds) in [("second", 1), ("third", 2)] { try await schedule("whole", kind, seconds) }
        var iterator = fired.makeAsyncIterator()
        clock.advance(by: .seconds(1))
        #expect(await iterator.next() == "broken first")
        #expect(await iterator.next() == "whole second")
        clock.advance(by: .seconds(1))
        #expect(await iterator.next() == "whole third")
        isBroken.withLock { $0 = false }
        try await schedule("broken", "fourth", 3)
        #expect(await iterator.next() == "broken first")
        clock.advance(by: .seconds(1))
        #expect(await iterator.next() == "broken fourth")
        await worker.stop()
        store.close()
    }

    @Test("A timer that fails is undone and fires again at the next operation", arguments: StorageUnderTest.all)
    func aTimerThatFailsStaysAndLosesNothing(_ storage: StorageUnderTest) async throws {
        let isBroken = Mutex(true)
        let store = try await store(on: storage) { timer, transaction in
            try transaction.put(["done": true], kind: "thing", id: timer.subject)
            if isBroken.withLock({ $0 }) { throw Refused() }
        }
        try await store.write("t") { try $0.schedule(SandboxTimer(kind: "k", subject: "a", due: $0.now + .seconds(1))) }
        clock.advance(by: .seconds(1))
        await #expect(throws: Refused.self) { try await store.read("t") { _ in } }
        isBroken.withLock { $0 = false }
        #expect(try await store.read("t") { try $0.object(kind: "thing", id: "a") } == ["done": true])
    }

    /// The files as a crash leaves them: copied while the store is open.
    @Test("An operation is in the database's files before it returns")
    func writesBeforeItReturns() async throws {
        let path = try path()
        let store = try store(.file(path))
        try await store.write("t") { transaction throws in
            try transaction.put(["color": "red"], kind: "thing", id: "a")
            try transaction.schedule(SandboxTimer(kind: "k", subject: "a", due: transaction.now + .seconds(1)))
        }
        let copy = try self.path()
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
        }
        let other = try self.store(.file(copy))
        try await other.read("t") { transaction throws in
            #expect(try transaction.object(kind: "thing", id: "a") == ["color": "red"])
            #expect(try transaction.session.nextDue(of: "t") == Self.start + .seconds(1))
        }
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test("The database uses a write-ahead log, which the executor syncs after each commit")
    func usesAWriteAheadLog() async throws {
        let store = try store(.file(try path()))
        let pragmas = try await store.sqlite { database in
            try ["journal_mode", "synchronous"].map { try String.fetchOne(database, sql: "PRAGMA \($0)") }
        }
        #expect(pragmas == ["wal", "1"])
    }

    @Test("A database file of another provider, or of later objects, is refused with what to do")
    func refusesAnotherProvidersFile() async throws {
        let path = try path()
        let file = SandboxStore.Location.file(path)
        let lamps = StoredProvider(name: "lamps", version: 2)
        let first = try store(file, for: lamps)
        try await first.admit(APIKey(id: "t", secret: "s"), isConfigured: false, clock: TenantClock()) { _ in }
        first.close()
        let other = #expect(throws: SandboxStoreError.self) { try store(file, for: StoredProvider(name: "pipes")) }
        #expect(
            other?.description
                == "\(path): the database is of the provider \"lamps\", not of \"pipes\"; name another database")
        let earlier = #expect(throws: SandboxStoreError.self) {
            try store(file, for: StoredProvider(name: "lamps", version: 1))
        }
        #expect(
            earlier?.description
                == "\(path): the database has objects of version 2, and this toque reads those up to version 1; "
                + "take a later toque or name another database")
        // A later version reads them, and marks the file as its own.
        try store(file, for: StoredProvider(name: "lamps", version: 3)).close()
        #expect(throws: SandboxStoreError.self) { try store(file, for: lamps) }
    }

    @Test("A database file that cannot be used is refused with the reason and not changed")
    func saysWhyAFileCannotBeUsed() throws {
        let used = try path()
        let first = try store(.file(used))
        let busy = #expect(throws: SandboxStoreError.self) { try store(.file(used)) }
        #expect(busy?.description == "\(used) is in use by another process; stop it or name another file")
        first.close()
        _ = try store(.file(used))

        let text = try path()
        try Data("not a database, and long enough to have a header that SQLite can look at.........".utf8)
            .write(to: URL(fileURLWithPath: text))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: text)
        let foreign = #expect(throws: SandboxStoreError.self) { try store(.file(text)) }
        #expect(foreign?.description == "\(text) is not a database; name another file")

        // Many programs number their schemas from 1; their files must not change by a byte.
        let theirs = try path()
        try store(.file(theirs)).close()
        var before = try Data(contentsOf: URL(fileURLWithPath: theirs))
        // The header's application_id (https://sqlite.org/fileformat2.html section 1.3).
        before.replaceSubrange(68..<72, with: [0, 0, 0, 0])
        try before.write(to: URL(fileURLWithPath: theirs))
        #expect(throws: SandboxStoreError.self) { try store(.file(theirs)) }
        #expect(try Data(contentsOf: URL(fileURLWithPath: theirs)) == before)

        let missing = #expect(throws: SandboxStoreError.self) { try store(.file("/nowhere/sandbox.sqlite")) }
        #expect(missing?.description == "/nowhere/sandbox.sqlite: No such file or directory")
    }
}
