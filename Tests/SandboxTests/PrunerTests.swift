import Foundation
import Logging
import Testing
import ToqueEncoding

@testable import Sandbox

@Suite final class PrunerTests {
    private static let start = Timestamp(microseconds: 1_772_366_400_000_000)
    private static let day = Duration.seconds(86_400)
    private let clock = ManualClock(now: start)
    private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    private let folder = NSTemporaryDirectory() + "toque-\(UUID().uuidString)"

    init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false) }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func store(on storage: StorageUnderTest) async throws -> SandboxStore {
        let store = try SandboxStore(try storage.location(folder), clock: clock) { _, _ in }
        try await store.admit(APIKey(id: "t", secret: "s"), isConfigured: true, clock: TenantClock()) { _ in }
        return store
    }

    private static func make(_ id: String, _ status: String, _ transaction: Transaction) throws {
        try transaction.put(["id": .string(id)], kind: "thing", id: id)
        try transaction.setScenario("slow", of: id)
        try transaction.register(oneTimeValue: id, purpose: "p", subject: id)
        try transaction.recordCeremony("c-\(id)", of: id, type: "registration", document: "{}", verdict: "{}")
        for status in ["made", status] {
            try transaction.emit("thing.\(status)", kind: "thing", object: id, data: ["status": .string(status)])
        }
    }

    @Test(
        "Objects, events and requests go after their time, unless something awaits them",
        arguments: StorageUnderTest.all)
    func removesWhatIsOld(_ storage: StorageUnderTest) async throws {
        let store = try await store(on: storage)
        let journal = MemoryJournal()
        try await store.write("t") { transaction in
            for number in 0..<250 { try Self.make("old\(number)", "done", transaction) }
            try Self.make("lasting", "lasting", transaction)
            try Self.make("awaited", "open", transaction)
            try transaction.schedule(SandboxTimer(kind: "k", subject: "awaited", due: Self.start + Self.day * 90))
            // No status, no end.
            try transaction.put(["planted": true], kind: "seed", id: "seed")
        }
        journal.append(.request("old", at: Self.start))
        clock.advance(by: Self.day * 20)
        try await store.write("t") { try Self.make("young", "done", $0) }
        journal.append(.request("young", at: Self.start + Self.day * 20))
        clock.advance(by: Self.day * 15)
        let provider = TestProvider(routes: [])
        try await Pruner(store, journal, provider, keeping: Self.day * 40, logger: logger).pruneAll()
        #expect(try await store.read("t") { try $0.objects(kind: "thing", limit: 0).count } == 253)

        try await Pruner(store, journal, provider, keeping: Self.day * 30, logger: logger).pruneAll()
        try await store.read("t") { transaction throws in
            let left = try transaction.objects(kind: "thing", newestFirst: false, limit: 1000).bodies
            #expect(left == [["id": "lasting"], ["id": "awaited"], ["id": "young"]])
            #expect(try transaction.object(kind: "seed", id: "seed") != nil)
            #expect(try transaction.scenario(of: "old1") == nil)
            #expect(try transaction.scenario(of: "lasting") == "slow")
            #expect(try transaction.subject(ofOneTimeValue: "old1", purpose: "p") == nil)
            #expect(try transaction.subject(ofOneTimeValue: "young", purpose: "p") == "young")
            #expect(try transaction.ceremony("c-old1") == nil)
            #expect(try transaction.ceremony("c-young") != nil)
            // The last events of those that stay are where their statuses come from.
            #expect(
                try transaction.events(after: 0, limit: 1000).map { "\($0.object) \($0.type)" } == [
                    "lasting thing.lasting", "awaited thing.open", "young thing.made", "young thing.done",
                ])
            let counts = try transaction.objectCounts().map { "\($0.status) \($0.count)" }
            #expect(counts == ["done 1", "lasting 1", "open 1"])
        }
        #expect(journal.entries.map(\.requestID) == ["young"])
        #expect(journal.page(tenant: "t", after: 0, limit: 9).dropped == 1)
        store.close()
    }

    @Test(
        "Old rows of the stored journal and of events go, and the young ones keep their cursors",
        arguments: StorageUnderTest.all)
    func storedJournal(_ storage: StorageUnderTest) async throws {
        let store = try await store(on: storage)
        let journal = StoredJournal(store, logger: logger)
        try await store.access(.tenant("t")) { session in
            // More than a transaction removes.
            for number in 0..<250 { try session.append(.request("old\(number)", at: Self.start)) }
            try session.append(.request("stray", at: Self.start, isStray: true))
        }
        try await store.write("t") { try Self.make("old", "done", $0) }
        clock.advance(by: Self.day * 20)
        let later = Self.start + Self.day * 20
        for id in ["young1", "young2"] { await journal.append(.request(id, at: later)) }
        try await store.write("t") { try Self.make("young", "done", $0) }
        let before = try await journal.page(tenant: "t", after: 0, limit: 1000, where: JournalFilter())
        let events = try await store.read("t") { try $0.events(after: 0, limit: 1000) }
        clock.advance(by: Self.day * 15)

        let provider = TestProvider(routes: [])
        try await Pruner(store, journal, provider, keeping: Self.day * 40, logger: logger).pruneAll()
        let all = try await journal.page(tenant: "t", after: 0, limit: 1000, where: JournalFilter())
        #expect(all.entries.count == 253)
        #expect(all.dropped == 0)

        try await Pruner(store, journal, provider, keeping: Self.day * 30, logger: logger).pruneAll()
        let left = try await journal.page(tenant: "t")
        let cursors = left.entries.map(\.cursor)
        #expect(left.entries.map(\.requestID) == ["young1", "young2"])
        #expect(cursors == before.entries.suffix(2).map(\.cursor))
        #expect(left.dropped == 250)
        // A client that stopped at an entry that is gone goes on with the next one.
        let first = try #require(before.entries.first)
        #expect(try await journal.page(tenant: "t", after: first.cursor).entries.map(\.cursor) == cursors)
        let leftEvents = try await store.read("t") { try $0.events(after: 0, limit: 1000) }
        #expect(leftEvents == events.filter { $0.object == "young" })
        #expect(leftEvents.count == 2)

        await journal.append(.request("next", at: later))
        let next = try #require(try await journal.newest(tenant: "t", limit: 1).first)
        #expect(next.requestID == "next")
        #expect(next.cursor > before.next)
        store.close()
    }

    @Test("A frozen clock keeps everything", arguments: StorageUnderTest.all)
    func frozen(_ storage: StorageUnderTest) async throws {
        let store = try await store(on: storage)
        try await store.setClock(TenantClock(frozenAt: Self.start), of: "t")
        try await store.write("t") { try Self.make("old", "done", $0) }
        clock.advance(by: Self.day * 400)
        let pruner = Pruner(store, MemoryJournal(), TestProvider(routes: []), keeping: Self.day, logger: logger)
        try await pruner.pruneAll()
        #expect(try await store.read("t") { try $0.object(kind: "thing", id: "old") } != nil)
        store.close()
    }

    @Test("Ended deliveries go after their last attempt, and pending ones stay", arguments: StorageUnderTest.all)
    func deliveries(_ storage: StorageUnderTest) async throws {
        let store = try await store(on: storage)
        try await store.write("t") { transaction in
            _ = try transaction.addWebhookEndpoint(url: "https://example.com/", token: nil, allTenants: false)
            for id in ["a", "b"] {
                try transaction.send(Webhook(id: id, object: id, body: [:]))
            }
            let due = try transaction.dueDeliveries(at: transaction.now, limit: 1)
            for delivery in due {
                let attempt = DeliveryAttempt(time: transaction.now, outcome: .status(200), duration: .zero)
                _ = try transaction.record(attempt, of: delivery)
            }
            #expect(due.count == 1)
        }
        clock.advance(by: Self.day * 2)
        let pruner = Pruner(store, MemoryJournal(), TestProvider(routes: []), keeping: Self.day, logger: logger)
        try await pruner.pruneAll()
        let left = try await store.read("t") { try $0.deliveries(limit: 10).map { "\($0.webhook) \($0.state)" } }
        #expect(left == ["b pending"])
        store.close()
    }
}

extension JournalEntry {
    fileprivate static func request(_ id: String, at time: Timestamp, isStray: Bool = false) -> JournalEntry {
        let message = JournalMessage(headers: [], body: [], size: 0, bodyState: .whole)
        return JournalEntry(
            requestID: id, time: time, tenant: "t", method: "GET", path: "/", pattern: nil, query: "", status: 200,
            duration: .zero, errorCode: nil, fields: [], request: message, answer: message, isStray: isStray)
    }
}
