import Dispatch
import Synchronization
import Testing
import ToqueEncoding

@testable import Fleet

/// Which connections carry which requests.
@Suite(.timeLimit(.minutes(1))) struct ConnectionPoolTests {
    private static func run(
        answering react: @escaping @Sendable (LocalServer.Request) -> LocalServer.Reaction = { _ in .answer(200, [:]) },
        _ body: (ConnectionPool, FleetServer, LocalServer) async throws -> Void
    ) async throws {
        try await LocalServer.run("", answering: react) { fleet, server in
            let pool = ConnectionPool(fleet.clock.loop, fleet.plan.network)
            try await body(pool, fleet.plan.target, server)
            await pool.close()
        }
    }

    private static func expectAnswer(
        _ request: FleetRequest, by pool: ConnectionPool, _ target: FleetServer, isFresh: Bool = false
    ) async throws {
        #expect(try await pool.send(request, to: target, isFresh: isFresh).status == 200)
    }

    @Test("A connection is kept and carries the next request, unless that one needs a new connection")
    func kept() async throws {
        try await Self.run { pool, target, server in
            for path in ["/a", "/b"] { try await Self.expectAnswer(.get(path), by: pool, target) }
            try await Self.expectAnswer(.get("/c"), by: pool, target, isFresh: true)
            try await Self.expectAnswer(.get("/d"), by: pool, target)
            #expect(server.requests.map(\.line) == ["GET /a", "GET /b", "GET /c", "GET /d"])
            // The new connection is kept too.
            #expect(server.requests.map(\.connection) == [1, 1, 2, 2])
        }
    }

    @Test("Requests at the same time have connections of their own, and both are kept")
    func together() async throws {
        let waiting = Mutex(0)
        let gate = DispatchSemaphore(value: 0)
        try await Self.run { _ in
            // Neither gets its answer before the other one has come.
            let count = waiting.withLock { waiting in
                waiting += 1
                return waiting
            }
            if count.isMultiple(of: 2) { gate.signal() } else { gate.wait() }
            return .answer(200, [:])
        } _: { pool, target, server in
            for _ in 0..<3 {
                async let first = pool.send(.get("/a"), to: target)
                async let second = pool.send(.get("/b"), to: target)
                let statuses = [try await first.status, try await second.status]
                #expect(statuses == [200, 200])
            }
            let connections = server.requests.map(\.connection)
            #expect(connections.count == 6)
            #expect(Set(connections) == [1, 2])
        }
    }

    @Test("A request that is lost with its kept connection is a failure and is not sent again")
    func lost() async throws {
        try await Self.run { request in
            request.line == "GET /lost" ? .end : .answer(200, [:])
        } _: { pool, target, server in
            try await Self.expectAnswer(.get("/a"), by: pool, target)
            let error = await #expect(throws: ExchangeError.self) { try await pool.send(.get("/lost"), to: target) }
            #expect(error == .closed)
            try await Self.expectAnswer(.get("/b"), by: pool, target)
            #expect(server.requests.map(\.line) == ["GET /a", "GET /lost", "GET /b"])
            #expect(server.requests.map(\.connection) == [1, 1, 2])
        }
    }

    @Test("After a kept connection has ended, the next request has a new one")
    func ended() async throws {
        try await Self.run { request in
            request.line == "GET /last" ? .answerAndEnd(200, [:]) : .answer(200, [:])
        } _: { pool, target, server in
            try await Self.expectAnswer(.get("/last"), by: pool, target)
            var ends = server.ends.makeAsyncIterator()
            #expect(await ends.next() != nil)
            try await Self.expectAnswer(.get("/a"), by: pool, target)
            #expect(server.requests.map(\.connection) == [1, 2])
        }
    }
}
