import Testing
import ToqueEncoding

@testable import Sandbox

@Suite struct ControlStreamTests {
    @Test("An event stream sends past events first and then new ones")
    func sendsWhatWasAndThenWhatComes() async throws {
        try await LampSandbox.run { sandbox throws in
            let first = try await sandbox.lamp()
            _ = try await sandbox.lamp("other", key: "b")
            var stream = try await EventStream(sandbox, "events")
            #expect(stream.contentType == "text/event-stream")
            let before = try #require(try await stream.next())
            #expect(before.name == "lamp.created")
            let listed = try await sandbox.control("GET", "events")["events"].arrayValue
            #expect(listed == [before.json])
            #expect(before.json["object"] == .string(first))
            #expect(before.json["cursor"]?.intValue == Int(before.id))

            _ = try await sandbox.lamp("other", key: "b")
            let second = try await sandbox.lamp("blue")
            #expect(try await stream.next()?.json["object"] == .string(second))
            #expect(try await sandbox.control("POST", "clock/advance", ["seconds": 10]).status == 200)
            #expect(try await stream.next(2).map(\.name) == ["lamp.on", "lamp.on"])

            var rest = try await EventStream(sandbox, "events?type=lamp.on&after=0", lastEventID: before.id)
            #expect(try await rest.next(2).map(\.name) == ["lamp.on", "lamp.on"])
            var again = try await EventStream(sandbox, "events?after=0&limit=1", lastEventID: before.id)
            let repeated = try await again.next(3).map { $0.json["object"]?.stringValue }
            #expect(repeated == [second, first, second])
        }
    }

    @Test("A stream sends each event once and in order during concurrent writes")
    func leavesNoGapAndRepeatsNothing() async throws {
        try await LampSandbox.run { sandbox throws in
            let count = 60
            async let made: Void = withThrowingTaskGroup { group in
                for _ in 0..<3 {
                    group.addTask { for _ in 0..<count / 3 { _ = try await sandbox.lamp() } }
                }
                try await group.waitForAll()
            }
            var stream = try await EventStream(sandbox, "events?limit=7")
            let ids = try await stream.next(count).compactMap { Int($0.id) }
            try await made
            #expect(ids == ids.sorted())
            #expect(Set(ids).count == count)
            let listed = try await sandbox.control("GET", "events?limit=1000")["events"].arrayValue
            #expect(listed?.compactMap { $0["cursor"]?.intValue } == ids)
        }
    }

    @Test("A request stream sends the requests that match its filter")
    func sendsRequests() async throws {
        try await LampSandbox.run { sandbox throws in
            var stream = try await EventStream(sandbox, "requests?method=POST")
            let id = try await sandbox.lamp()
            #expect(try await sandbox.status(id) == "off")
            _ = try await sandbox.lamp()
            let events = try await stream.next(2)
            #expect(events.map(\.name) == ["request", "request"])
            #expect(events.map { $0.json["path"] } == ["/lamps", "/lamps"])
            #expect(events.first?.json["answer"]?["body"]?["id"] == .string(id))
        }
    }

    @Test("An idle stream sends comments that keep it alive")
    func showsThatItLives() async throws {
        try await LampSandbox.run { sandbox throws in
            let events = ServerSentEvents(
                after: 0, changes: sandbox.engine.store.events.subscribe(), keepAlive: .milliseconds(30)
            ) { ([], $0) }
            var chunks = try #require(events.response.stream).makeAsyncIterator()
            #expect(await chunks.next() == Array(":\n\n".utf8))
            #expect(await chunks.next() == Array(":\n\n".utf8))
        }
    }

    @Test("A stream reads its log only as fast as its client takes entries")
    func readsWhenMoreIsTaken() async throws {
        let log = Signal()
        let reads = Reads()
        let events = ServerSentEvents(after: 5, changes: log.subscribe(), keepAlive: .seconds(1000)) { cursor in
            await reads.add(cursor)
            let entry = ServerSentEvents.Entry(cursor: cursor + 1, name: "tick", data: ["n": .int(cursor + 1)])
            return (cursor < 8 ? [entry] : [], min(cursor + 1, 8))
        }
        var chunks = try #require(events.response.stream).makeAsyncIterator()
        #expect(await chunks.next() == Array("id: 6\nevent: tick\ndata: {\"n\":6}\n\n".utf8))
        for _ in 0..<10 { log.send() }
        #expect(await reads.cursors == [5])
        #expect(await chunks.next() != nil)
        #expect(await chunks.next() != nil)
        #expect(await reads.cursors == [5, 6, 7])
        log.finish()
        #expect(await chunks.next() == nil)
    }

    private actor Reads {
        var cursors: [Int64] = []
        func add(_ cursor: Int64) { cursors.append(cursor) }
    }

    @Test("An event stream ends when the server stops")
    func endsWithTheServer() async throws {
        var stream: EventStream?
        try await LampSandbox.run { sandbox throws in
            _ = try await sandbox.lamp()
            stream = try await EventStream(sandbox, "events")
            #expect(try await stream?.next()?.name == "lamp.created")
        }
        // The stream is cut off if the grace period was too short, but it has ended.
        #expect((try? await stream?.next()) == nil)
    }

    @Test("A malformed Last-Event-ID is refused with 400")
    func refusesAnUnknownCursor() async throws {
        try await LampSandbox.run { sandbox throws in
            for id in ["x", "-1", "1.5"] {
                let headers = [("Accept", "text/event-stream"), ("Last-Event-ID", id)]
                let answer = try await sandbox.send("GET", "/_toque/events", headers: headers)
                #expect(answer.refusal == "400 invalid Last-Event-ID")
            }
        }
    }
}
