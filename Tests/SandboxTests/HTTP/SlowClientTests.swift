import Synchronization
import Testing
import ToqueEncoding
import ToqueTestSupport

@testable import Sandbox

/// Limits on clients that send requests and do not read the answers.
@Suite(.timeLimit(.minutes(2))) struct SlowClientTests {
    /// More than the system's buffers on both sides hold.
    private static let longBody = [UInt8](repeating: UInt8(ascii: "a"), count: 16 << 20)

    private let longAnswers = Counter()

    private var routes: [Route] {
        [
            Route("GET", "open", access: .open) { _ in .json(["ok": true]) },
            Route("GET", "long", access: .open) { [longAnswers] _ in
                longAnswers.add()
                return SandboxResponse(status: 200, body: Self.longBody)
            },
            Route("GET", "stream", access: .open) { _ in
                .stream("text/plain", AsyncStream(unfolding: { Array(Self.longBody.prefix(1 << 16)) }))
            },
        ]
    }

    private func request(_ path: String, isLast: Bool = false) -> String {
        "GET /\(path) HTTP/1.1\r\nHost: x\r\n\(isLast ? "Connection: close\r\n" : "")\r\n"
    }

    @Test("A client that reads nothing of its answer loses its connection", arguments: ["long", "stream"])
    func endsStalledConnection(path: String) async throws {
        try await withServer(routes) {
            $0.limits.sendTime = .milliseconds(100)
            $0.limits.idleTime = .seconds(3600)
        } _: { server in
            let connections = server.engine.metrics.connections
            try await RawConnection.open(server.port) { connection in
                try await connection.send(request(path))
                #expect(await eventually { connections.stalled.value == 1 && connections.open.value == 0 })
                #expect(connections.unsent.value == 0)
            }
        }
    }

    @Test("A client that reads its answer gets all of it") func sendsAllToClientThatReads() async throws {
        try await withServer(routes) { server in
            try await RawConnection.open(server.port) { connection in
                try await connection.send(request("long") + request("open", isLast: true))
                let all = try await connection.receiveAll()
                #expect(all.utf8.count > Self.longBody.count)
                #expect(all.hasSuffix(#"{"ok":true}"#))
            }
            #expect(server.engine.metrics.connections.stalled.value == 0)
        }
    }

    @Test("Under memory pressure, clients that read nothing lose their connections sooner")
    func endsStalledConnectionUnderPressure() async throws {
        try await withServer(routes) {
            $0.limits.sendTime = .seconds(3600)
            $0.limits.idleTime = .seconds(3600)
            $0.limits.unsentBytes = 1 << 20
            $0.limits.pressedSendTime = .milliseconds(100)
        } _: { server in
            let connections = server.engine.metrics.connections
            try await RawConnection.open(server.port) { connection in
                try await connection.send(request("long"))
                #expect(await eventually { connections.stalled.value == 1 && connections.open.value == 0 })
            }
        }
    }

    @Test("Under memory pressure, requests are refused until clients catch up") func refusesUnderPressure()
        async throws
    {
        try await withServer(routes) {
            $0.limits.unsentBytes = 1 << 20
            $0.limits.sendTime = .seconds(3600)
            $0.limits.pressedSendTime = .seconds(3600)
        } _: { server in
            let unsent = server.engine.metrics.connections.unsent
            try await RawConnection.open(server.port) { connection in
                try await connection.send(request("long"))
                #expect(await eventually { unsent.value > 1 << 20 })
                let refused = try await server.send("GET", "/open")
                #expect(refused.status == 503)
                #expect(refused.text.contains("overloaded"))
                #expect(refused.headers["retry-after"] == "1")
                #expect(refused.headers["connection"] == "close")
                #expect(try await server.send("GET", "/_toque/clock").status == 503)
                // Monitoring endpoints still answer.
                #expect(try await server.send("GET", "/_toque/health").status == 200)
            }
            #expect(await eventually { unsent.value == 0 })
            #expect(try await server.send("GET", "/open").status == 200)
        }
    }

    @Test(
        "An answer that is ready when too much waits for clients is dropped, unless its request may change something",
        arguments: [("GET", 503 as UInt), ("POST", 200)])
    func dropsReadyAnswerUnderPressure(method: String, status: UInt) async throws {
        let (begun, begin) = AsyncStream<Void>.makeStream()
        let (released, release) = AsyncStream<Void>.makeStream()
        let held = Route(method, "held", access: .open) { _ in
            begin.finish()
            for await _ in released {}
            return .json(["ok": true])
        }
        try await withServer(routes + [held]) {
            $0.limits.unsentBytes = 1 << 20
            $0.limits.sendTime = .seconds(3600)
            $0.limits.pressedSendTime = .seconds(3600)
            $0.limits.handlerTime = .seconds(3600)
        } _: { server in
            let answer = Task { try await server.send(method, "/held") }
            for await _ in begun {}
            try await RawConnection.open(server.port) { connection in
                try await connection.send(request("long"))
                #expect(await eventually { server.engine.metrics.connections.unsent.value > 1 << 20 })
                release.finish()
                let answer = try await answer.value
                #expect(answer.status == status)
                #expect(answer.text.contains("overloaded") == (status == 503))
            }
        }
    }

    @Test("Requests behind an abandoned answer are not carried out") func dropsWhatIsHeld() async throws {
        try await withServer(routes) {
            $0.limits.sendTime = .milliseconds(100)
        } _: { server in
            let connections = server.engine.metrics.connections
            try await RawConnection.open(server.port) { connection in
                try await connection.send(request("long") + request("open"))
                #expect(await eventually { connections.stalled.value == 1 && connections.open.value == 0 })
            }
            #expect(try await server.send("GET", "/open").status == 200)
            #expect(try await server.journal.entries.map(\.path) == ["/long", "/open"])
        }
    }

    @Test("A connection that is idle for too long ends after the client has its answer")
    func sendsAllOfIdleConnection() async throws {
        try await withServer(routes) {
            // Enough time for the request to arrive, even on a busy machine.
            $0.limits.idleTime = .seconds(2)
            $0.limits.sendTime = .seconds(3600)
        } _: { server in
            try await RawConnection.open(server.port) { connection in
                try await connection.send(request("long"))
                #expect(await eventually { server.engine.metrics.connections.unsent.value > 0 })
                // Wait until a connection that became idle later is closed: by then this one's time is over, too.
                try await RawConnection.open(server.port) { _ = try await $0.receiveAll() }
                #expect(try await connection.receiveAll().utf8.count > Self.longBody.count)
            }
        }
    }

    @Test("The unsent bytes of a slow reader decrease while it reads") func seesSlowProgress() async throws {
        try await withServer(routes) {
            $0.limits.sendTime = .seconds(3600)
        } _: { server in
            let unsent = server.engine.metrics.connections.unsent
            try await RawConnection.open(server.port) { connection in
                try await connection.send(request("long"))
                #expect(await eventually { unsent.value > 1 << 20 })
                let before = unsent.value
                // Far less than a third of the system's buffer.
                _ = try await connection.receive(count: 512 << 10)
                #expect(await eventually { unsent.value < before })
            }
        }
    }

    @Test("A client that reads nothing does not keep the server from stopping", arguments: ["long", "stream"])
    func stopsBesideStalledClient(path: String) async throws {
        try await withServer(routes) {
            $0.limits.sendTime = .seconds(3600)
        } _: { server in
            try await RawConnection.open(server.port) { connection in
                try await connection.send(request(path))
                #expect(await eventually { server.engine.metrics.connections.unsent.value > 0 })
                await server.stop()
            }
        }
    }

    @Test("A request is not carried out before the client has read the previous answer")
    func makesOneAnswerAtATime() async throws {
        try await withServer(routes) {
            $0.limits.sendTime = .seconds(3600)
        } _: { server in
            let unsent = server.engine.metrics.connections.unsent
            try await RawConnection.open(server.port) { connection in
                try await connection.send(request("long") + request("long", isLast: true))
                #expect(await eventually { unsent.value > 1 << 20 })
                // Enough time for the second request, if it were carried out.
                for _ in 0..<20 { #expect(try await server.send("GET", "/open").status == 200) }
                #expect(longAnswers.value == 1)
                #expect(unsent.value <= Self.longBody.count + 1024)
                #expect(try await connection.receiveAll().utf8.count > 2 * Self.longBody.count)
                #expect(longAnswers.value == 2)
            }
        }
    }
}
