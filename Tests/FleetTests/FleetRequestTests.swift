import APIClient
import Dispatch
import NIOCore
import Testing

@testable import Fleet

/// Requests as they are sent.
@Suite struct FleetRequestTests {
    private static func message(_ request: FleetRequest) async throws -> String {
        let network = try FleetNetwork(policy: HostPolicy(), timeout: .seconds(1))
        let url = try #require(ServerURL("http://127.0.0.1:8420/api"))
        return String(buffer: try request.message(to: await network.admit(url)))
    }

    @Test("A request has its server's path before its own, and a length if it has a body or may have one")
    func lines() async throws {
        let get = FleetRequest.get("/a?b=1").with([("X-Id", "é\t1")])
        #expect(try await Self.message(get) == "GET /api/a?b=1 HTTP/1.1\r\nHost: 127.0.0.1:8420\r\nX-Id: é\t1\r\n\r\n")
        let post = try await Self.message(.post("/a", ["b": 1]))
        #expect(post.contains("\r\nContent-Type: application/json\r\nContent-Length: 7\r\n"))
        #expect(post.hasSuffix("\r\n\r\n{\"b\":1}"))
        #expect(try await Self.message(FleetRequest("DELETE", "/a")).contains("\r\nContent-Length: 0\r\n"))
    }

    @Test("A content type in the file's headers replaces the body's own")
    func contentType() async throws {
        let post = try await Self.message(.post("/a", ["b": 1]).with([("content-type", "application/vnd.api+json")]))
        #expect(post.contains("\r\ncontent-type: application/vnd.api+json\r\n"))
        #expect(!post.contains("application/json"))
    }

    @Test(
        "What an answer brought cannot add a line",
        arguments: [
            FleetRequest.get("/a b"), .get("/a\r\nX: 1"), .get(""), FleetRequest.get("/").with([("X", "1\n2")]),
            FleetRequest.get("/").with([("X\r\n", "1")]), FleetRequest.get("/").with([("", "1")]),
        ])
    func injection(_ request: FleetRequest) async {
        await #expect(throws: ExchangeError.self) { try await Self.message(request) }
    }

    @Test("The end of a fleet ends the requests that wait, and lets none begin")
    func stopped() async throws {
        let (arrivals, arrival) = AsyncStream<Void>.makeStream()
        let gate = DispatchSemaphore(value: 0)
        defer { gate.signal() }
        let answer: @Sendable (LocalServer.Request) -> LocalServer.Reaction = { _ in
            arrival.yield()
            gate.wait()
            return .end
        }
        try await LocalServer.run("", answering: answer) { fleet, _ in
            let pool = ConnectionPool(fleet.clock.loop, fleet.plan.network)
            let target = fleet.plan.target
            let waiting = Task { try await pool.send(.get("/a"), to: target) }
            var requests = arrivals.makeAsyncIterator()
            _ = await requests.next()
            await pool.close()
            await #expect(throws: ExchangeError.stopped) { try await waiting.value }
            await #expect(throws: ExchangeError.stopped) { try await pool.send(.get("/b"), to: target) }
        }
    }

    @Test("An answer's URL of the target has the same place as by the general way; others go that way")
    func places() async throws {
        let network = try FleetNetwork(policy: HostPolicy(), timeout: .seconds(1))
        let base = try await network.admit(#require(ServerURL("http://127.0.0.1:842")))
        for url in ["http://127.0.0.1:842/a?b=1", "http://127.0.0.1:842/a#top", "http://127.0.0.1:842"] {
            let place = try await network.admit(url, from: base)
            #expect(place.server === base && place.path == ServerURL.locate(url)?.path)
        }
        #expect(try await network.admit("http://127.0.0.1:8421/a", from: base).server !== base)
        await #expect(throws: TargetError.notURL) { try await network.admit("http://127.0.0.1:842/a b", from: base) }
    }
}
