import Testing
import ToqueEncoding

@testable import Sandbox

/// The order of the queue, without a sender.
@Suite struct WebhookQueueTests {
    private static let urls = ["http://127.0.0.1:9/a"]

    private typealias Fixture = WebhookFixture

    /// Takes due deliveries one by one, as with a receiver that always answers 200.
    private func drain(_ fixture: WebhookFixture, tenant: String = "t") async throws -> [String] {
        let now = fixture.engine.store.now(of: tenant)
        return try await fixture.engine.store.write(tenant) { transaction in
            var ids: [String] = []
            while let due = try transaction.dueDeliveries(at: now, limit: 1).first {
                ids.append(try JSON(parsing: due.body)["id"]?.stringValue ?? "")
                let attempt = DeliveryAttempt(time: now, outcome: .status(200), duration: .zero)
                #expect(try transaction.record(attempt, of: due) == .delivered)
            }
            return ids
        }
    }

    @Test("The webhooks of one object are due one after another")
    func keepsTheOrderOfAnObject() async throws {
        let fixture = try await Fixture(Self.urls)
        try await fixture.send(Fixture.webhook("1"), Fixture.webhook("2", of: "p"), Fixture.webhook("3"))
        let due = try await fixture.engine.store.read("t") { transaction in
            try transaction.dueDeliveries(at: transaction.now, limit: 10).map(\.body)
        }
        #expect(due == [#"{"id":"1"}"#, #"{"id":"2"}"#])
        #expect(try await fixture.deliveries().map { $0.due != nil } == [true, true, false])
        #expect(try await drain(fixture) == ["1", "2", "3"])
        await fixture.engine.stop()
    }

    @Test("A webhook of an operation that fails is not queued")
    func isAsDurableAsItsCause() async throws {
        struct Refused: Error {}
        let fixture = try await Fixture(Self.urls)
        await #expect(throws: Refused.self) {
            try await fixture.engine.store.write("t") { transaction throws in
                try transaction.send(Fixture.webhook("1"))
                throw Refused()
            }
        }
        #expect(try await fixture.deliveries().isEmpty)
        await fixture.engine.stop()
    }

    @Test("The fault duplicateWebhooks has a webhook delivered twice")
    func duplicates() async throws {
        let fixture = try await Fixture(Self.urls)
        try await fixture.send(Fixture.webhook("1", faults: [.duplicateWebhooks]), Fixture.webhook("2"))
        #expect(try await drain(fixture) == ["1", "1", "2"])
        await fixture.engine.stop()
    }

    @Test("The fault reorderedWebhooks swaps two webhooks, or delays the last by a minute")
    func reorders() async throws {
        let fixture = try await Fixture(Self.urls)
        for id in ["1", "2", "3"] {
            try await fixture.send(Fixture.webhook(id, faults: [.reorderedWebhooks]))
        }
        #expect(try await drain(fixture) == ["2", "1"])
        fixture.clock.advance(by: .seconds(59))
        #expect(try await drain(fixture) == [])
        fixture.clock.advance(by: .seconds(1))
        #expect(try await drain(fixture) == ["3"])
        await fixture.engine.stop()
    }

    @Test("A reordered webhook overtakes only held webhooks of its own object")
    func overtakesOnlyWhatIsHeld() async throws {
        let fixture = try await Fixture(Self.urls)
        try await fixture.send(
            Fixture.webhook("1"), Fixture.webhook("2", faults: [.reorderedWebhooks, .duplicateWebhooks]))
        #expect(try await drain(fixture) == ["1"])
        // A webhook of another object is unaffected.
        try await fixture.send(Fixture.webhook("3", of: "p"))
        #expect(try await drain(fixture) == ["3"])
        try await fixture.send(Fixture.webhook("4", faults: [.duplicateWebhooks]), Fixture.webhook("5"))
        #expect(try await drain(fixture) == ["4", "4", "2", "2", "5"])
        // A webhook that has been held long enough is no longer overtaken.
        try await fixture.send(Fixture.webhook("6", faults: [.reorderedWebhooks]))
        fixture.clock.advance(by: DeliveryRules().longestHold)
        try await fixture.send(Fixture.webhook("7"))
        #expect(try await drain(fixture) == ["6", "7"])
        await fixture.engine.stop()
    }

    @Test("A batch of due deliveries takes some of each endpoint, in queue order")
    func findsWhatIsDueBesideABacklog() async throws {
        let fixture = try await Fixture(Self.urls + ["http://127.0.0.1:9/b"])
        try await fixture.engine.store.write("t") { transaction in
            for index in 0..<50 { try transaction.send(Fixture.webhook("\(index)", of: "\(index)")) }
        }
        try await fixture.engine.store.read("t") { transaction in
            let due = try transaction.dueDeliveries(at: transaction.now, limit: 3)
            // Some of each endpoint, in the order of the queue.
            #expect(due.map(\.cursor) == [1, 2, 3, 4, 5, 6])
            #expect(try transaction.nextDeliveryDue() == transaction.now)
            #expect(try transaction.nextDeliveryDue(after: transaction.now) == nil)
        }
        await fixture.engine.stop()
    }

    @Test("Deliveries are listed by cursor, object, and state, for their own tenant only")
    func listsByCursorObjectAndState() async throws {
        let fixture = try await Fixture(Self.urls, keys: ["t", "u"])
        try await fixture.send(Fixture.webhook("1"), Fixture.webhook("2", of: "p"), Fixture.webhook("3"))
        try await fixture.send(Fixture.webhook("4"), tenant: "u")
        _ = try await drain(fixture, tenant: "u")
        try await fixture.engine.store.read("t") { transaction in
            #expect(try transaction.deliveries(after: 1, limit: 1).map(\.webhook) == ["2"])
            #expect(try transaction.deliveries(limit: 9, object: "o").map(\.webhook) == ["1", "3"])
            #expect(try transaction.deliveries(limit: 9, state: .delivered).isEmpty)
            let json = try transaction.deliveries(limit: 1).first?.json
            #expect(
                json == [
                    "cursor": 1, "id": "1", "webhook": "1", "endpoint": "1", "url": "http://127.0.0.1:9/a",
                    "object": "o", "body": ["id": "1"], "state": "pending", "attempts": [],
                    "due": "2026-03-01T12:00:00.000000Z",
                ])
        }
        #expect(try await fixture.states("u") == ["4 delivered"])
        await fixture.engine.stop()
    }

    @Test("A delivery can be replayed by its own tenant only")
    func replays() async throws {
        let fixture = try await Fixture(Self.urls, keys: ["t", "u"])
        try await fixture.send(Fixture.webhook("1"))
        _ = try await drain(fixture)
        let replay = try await fixture.engine.store.write("t") { try $0.replayDelivery("1") }
        #expect(replay.id == "2")
        #expect(replay.webhook == "1")
        #expect(replay.state == .pending)
        #expect(try await drain(fixture) == ["1"])
        // Another tenant's delivery, an unknown ID, and a text that is not a number.
        for (tenant, id) in [("u", "1"), ("t", "9"), ("t", "x")] {
            let error = await #expect(throws: SandboxError.self) {
                try await fixture.engine.store.write(tenant) { try $0.replayDelivery(id) }
            }
            #expect(error?.status == 404)
        }
        await fixture.engine.stop()
    }
}
