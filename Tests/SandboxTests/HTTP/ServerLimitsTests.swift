import NIOCore
import Synchronization
import Testing

@testable import Sandbox

/// The limits on real sockets.
@Suite struct ServerLimitsTests {
    private static let key = "Authorization: Basic aWQ6c2VjcmV0\r\n"

    private let routes = [
        Route("GET", "open", access: .open) { _ in .json(["ok": true]) },
        Route("POST", "echo") { SandboxResponse(status: 200, body: $0.body) },
    ]

    @Test(
        "A head within the limits is answered, and any other is refused and ends the connection",
        arguments: [
            ("GET /open HTTP/1.1\r\nHost: x\r\nX-Long: \(String(repeating: "a", count: 17_000))\r\n\r\n", "431"),
            ("GET /open?\(String(repeating: "a", count: 17_000)) HTTP/1.1\r\nHost: x\r\n\r\n", "431"),
            (
                "GET /open HTTP/1.1\r\nHost: x\r\n\((0..<101).map { "X-\($0): a\r\n" }.joined())\r\n", "431"
            ),
            ("GET /open HTTP/1.1\r\nHost: x\r\n\((0..<90).map { "X-\($0): a\r\n" }.joined())\r\n", "200"),
            ("GET /open HTTP/9.9\r\nHost: x\r\n\r\n", "400"), ("\u{16}\u{3}\u{1}\u{0}\r\n\r\n", "400"),
        ])
    func boundsHeads(request: String, status: String) async throws {
        try await withServer(routes) { server in
            try await RawConnection.open(server.port) { connection in
                try await connection.send(request)
                let head = try await connection.receive(through: "\r\n\r\n")
                #expect(head.hasPrefix("HTTP/1.1 \(status) "))
                guard status != "200" else { return }
                #expect(head.lowercased().contains("connection: close"))
                #expect(try await connection.receiveAll().isEmpty)
            }
        }
    }

    @Test("A request that arrived before malformed data is still answered")
    func answersWhatCameBeforeNonsense() async throws {
        try await withServer(routes) { server in
            try await RawConnection.open(server.port) { connection in
                try await connection.send("GET /open HTTP/1.1\r\nHost: x\r\n\r\nnonsense\r\n\r\n")
                let all = try await connection.receiveAll()
                #expect(all.hasPrefix("HTTP/1.1 200 "))
                #expect(all.contains("HTTP/1.1 400 "))
            }
        }
    }

    @Test(
        "A connection ends if no whole request head arrives in time",
        arguments: ["", "P", "POST /echo HTTP/1.1\r\nHost: x\r\nX-Slow: a"])
    func endsConnectionsWithoutWholeHead(start: String) async throws {
        try await withServer(routes) { configuration in
            configuration.limits.requestTime = .milliseconds(50)
            configuration.limits.idleTime = start.isEmpty ? .milliseconds(50) : .seconds(3600)
        } _: { server in
            try await RawConnection.open(server.port) { connection in
                if !start.isEmpty { try await connection.send(start) }
                #expect(try await connection.receiveAll().isEmpty)
            }
        }
    }

    @Test("A body that does not arrive in time is refused with 408")
    func refusesBodyThatDoesNotArriveInTime() async throws {
        try await withServer(routes) { configuration in
            configuration.limits.requestTime = .milliseconds(50)
        } _: { server in
            try await RawConnection.open(server.port) { connection in
                try await connection.send("POST /echo HTTP/1.1\r\nHost: x\r\n\(Self.key)Content-Length: 9\r\n\r\nhalf")
                let all = try await connection.receiveAll()
                #expect(all.hasPrefix("HTTP/1.1 408 "))
                #expect(all.contains("request_timeout"))
            }
            #expect(try await server.journal.entries.map(\.status) == [408])
        }
    }

    @Test("An idle connection ends after its answer")
    func endsIdleConnectionAfterAnswer() async throws {
        try await withServer(routes) { configuration in
            configuration.limits.idleTime = .seconds(10)
        } _: { server in
            try await RawConnection.open(server.port) { connection in
                try await connection.send("GET /open HTTP/1.1\r\nHost: x\r\n\r\n")
                let all = try await connection.receiveAll()
                #expect(all.hasSuffix(#"{"ok":true}"#))
            }
        }
    }

    @Test("A handler that takes too long is answered with 503")
    func boundsHandlers() async throws {
        let routes = [
            Route("GET", "never") { _ in
                try await Task.sleep(for: .seconds(3600))
                return .noContent
            }
        ]
        try await withServer(routes) { configuration in
            configuration.limits.handlerTime = .milliseconds(50)
        } _: { server in
            let answer = try await server.send("GET", "/never")
            #expect(answer.status == 503)
            #expect(answer.text.contains("timeout"))
            #expect(answer.headers["retry-after"] == "1")
        }
    }

    @Test("A connection beyond the limit waits until another one ends")
    func boundsConnections() async throws {
        let isFirstGone = Atomic(false)
        let routes = [
            Route("GET", "open", access: .open) { _ in .json(["ok": true]) },
            Route("GET", "third", access: .open) { _ in
                .json(["waited": .bool(isFirstGone.load(ordering: .acquiring))])
            },
        ]
        try await withServer(routes) { configuration in
            configuration.limits.connections = 2
        } _: { server in
            let request = "GET /open HTTP/1.1\r\nHost: x\r\n\r\n"
            try await RawConnection.open(server.port) { second in
                try await second.send(request)
                _ = try await second.receive(through: "}")
                try await withThrowingTaskGroup(of: Void.self) { group in
                    try await RawConnection.open(server.port) { first in
                        try await first.send(request)
                        _ = try await first.receive(through: "}")
                        let (connected, continuation) = AsyncStream<Void>.makeStream()
                        group.addTask {
                            try await RawConnection.open(server.port) { third in
                                try await third.send("GET /third HTTP/1.1\r\nHost: x\r\n\r\n")
                                continuation.finish()
                                #expect(try await third.receive(through: "}").hasSuffix(#"{"waited":true}"#))
                            }
                        }
                        for await _ in connected {}
                        // Enough time for an answer to the third connection, if it were accepted.
                        for _ in 0..<20 {
                            try await second.send(request)
                            _ = try await second.receive(through: "}")
                        }
                        #expect(server.engine.metrics.connections.open.value == 2)
                        isFirstGone.store(true, ordering: .releasing)
                    }
                    try await group.waitForAll()
                }
            }
        }
    }

    @Test("The connection limit is lowered to what file descriptors allow")
    func takesNoMoreConnectionsThanDescriptors() {
        #expect(DescriptorLimit.connections(wanted: 7) == 7)
        #expect(DescriptorLimit.connections(wanted: .max) < .max)
    }
}
