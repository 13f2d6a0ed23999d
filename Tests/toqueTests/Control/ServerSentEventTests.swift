import Testing

@testable import toque

@Suite struct ServerSentEventTests {
    @Test("Server-sent events are separated by empty lines")
    func eventsAreCutAtEmptyLines() throws {
        var parser = ServerSentEventParser()
        let events = try parser.events(
            in: ":hello\n\nid: 7\nevent: request\ndata: {\"a\":1}\n\ndata: x\ndata:y\n\n".utf8)
        #expect(
            events == [
                ServerSentEvent(id: "7", type: "request", data: #"{"a":1}"#),
                ServerSentEvent(id: "7", type: "message", data: "x\ny"),
            ])
    }

    /// The network may cut anywhere, and lines end in one of three ways.
    @Test("Events are parsed byte by byte with any line ending", arguments: ["\n", "\r", "\r\n"])
    func anyCutAndLineEnd(end: String) throws {
        var parser = ServerSentEventParser()
        var events: [ServerSentEvent] = []
        for byte in "data: é\(end)\(end)data: 2\(end)\(end)".utf8 { events += try parser.events(in: [byte]) }
        #expect(events.map(\.data) == ["é", "2"])
    }

    @Test("An event without its final empty line is not reported")
    func whatHasNoEndIsNoEvent() throws {
        var parser = ServerSentEventParser()
        #expect(try parser.events(in: "data: half\n".utf8).isEmpty)
    }

    @Test("An event larger than the limit is refused before it ends")
    func anEventWithoutEndIsRefusedBeforeMemoryIsTaken() {
        var parser = ServerSentEventParser()
        #expect(throws: CommandError.self) {
            for _ in 0..<6 { _ = try parser.events(in: [UInt8](repeating: 0x61, count: 1 << 20)) }
        }
    }
}
