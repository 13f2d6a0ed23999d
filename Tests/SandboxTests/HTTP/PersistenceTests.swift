import Testing
import ToqueTestSupport

@testable import Sandbox

/// Which connections stay open (RFC 9112 section 9), and the effects of HTTP/1.0 and of the header `Host`.
@Suite(.timeLimit(.minutes(2))) struct PersistenceTests {
    private static let longBody = [UInt8](repeating: UInt8(ascii: "a"), count: 8 << 20)

    private let routes = [
        Route("GET", "open", access: .open) { _ in .json(["ok": true]) },
        Route("GET", "long", access: .open) { _ in SandboxResponse(status: 200, body: longBody) },
        Route("POST", "echo", access: .open) { SandboxResponse(status: 200, body: $0.body) },
        Route("GET", "stream", access: .open) { _ in
            .stream(
                "text/plain",
                AsyncStream {
                    $0.yield(Array("chunk".utf8)); $0.finish()
                })
        },
    ]

    private func run(_ body: (SandboxServer, RawConnection) async throws -> Void) async throws {
        try await withServer(routes) {
            $0.limits.idleTime = .seconds(3600)
            $0.shutdownGrace = .seconds(60)
        } _: { server in
            try await RawConnection.open(server.port) { try await body(server, $0) }
        }
    }

    @Test(
        "A connection ends behind the answer where the client says so",
        arguments: [
            "HTTP/1.1\r\nHost: x\r\nConnection: close", "HTTP/1.1\r\nHost: x\r\nConnection: Close",
            "HTTP/1.1\r\nHost: x\r\nconnection:close, TE", "HTTP/1.1\r\nHost: x\r\nConnection: TE , CLOSE",
            "HTTP/1.1\r\nHost: x\r\nConnection: keep-alive\r\nConnection: close", "HTTP/1.0", "HTTP/1.0\r\nHost: x",
            "HTTP/1.0\r\nConnection: close", "HTTP/1.0\r\nConnection: TE",
        ])
    func closes(request: String) async throws {
        try await run { server, connection in
            try await connection.send("GET /open \(request)\r\n\r\n")
            let all = try await connection.receiveAll()
            #expect(all.hasPrefix("\(request.prefix(8)) 200 "))
            #expect(all.lowercased().contains("\r\nconnection: close\r\n"))
            #expect(all.hasSuffix(#"{"ok":true}"#))
        }
    }

    @Test(
        "A connection stays open where the client does not say otherwise",
        arguments: [
            "HTTP/1.1\r\nHost: x", "HTTP/1.1\r\nHost: x\r\nConnection: TE", "HTTP/1.1\r\nHost: x\r\nConnection: closed",
            "HTTP/1.1\r\nHost: x\r\nConnection: keep-alive", "HTTP/1.0\r\nConnection: Keep-Alive",
        ])
    func staysOpen(request: String) async throws {
        try await run { server, connection in
            for _ in 0..<3 {
                try await connection.send("GET /open \(request)\r\n\r\n")
                let answer = try await connection.receive(through: "}").lowercased()
                #expect(answer.hasPrefix("\(request.prefix(8).lowercased()) 200 "))
                // RFC 9112 appendix C.2.2
                #expect(answer.contains("connection: keep-alive") == request.hasPrefix("HTTP/1.0"))
            }
        }
    }

    @Test("Requests behind the last one of a connection are not carried out") func readsNothingBehindTheLast()
        async throws
    {
        try await run { server, connection in
            try await connection.send(
                "GET /open HTTP/1.1\r\nHost: x\r\nConnection: CLOSE\r\n\r\nGET /open HTTP/1.1\r\nHost: x\r\n\r\nnonsense"
            )
            let all = try await connection.receiveAll()
            #expect(all.ranges(of: "HTTP/1.1 ").count == 1)
            #expect(all.hasSuffix(#"{"ok":true}"#))
            #expect(try await server.journal.entries.count == 1)
        }
    }

    @Test("Requests behind a refused one are not carried out") func readsNothingBehindTheRefused()
        async throws
    {
        let post = "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length:"
        try await run { server, connection in
            try await connection.send("\(post) 300000\r\n\r\n\(post) 4\r\n\r\nbody")
            let all = try await connection.receiveAll()
            #expect(all.hasPrefix("HTTP/1.1 413 "))
            #expect(all.ranges(of: "HTTP/1.1 ").count == 1)
            #expect(try await server.journal.entries.count == 1)
        }
    }

    @Test("Requests that arrive before the client closes its side are all answered") func answersAllOfHalfClosedClient()
        async throws
    {
        try await run { server, connection in
            try await connection.send(String(repeating: "GET /open HTTP/1.1\r\nHost: x\r\n\r\n", count: 20))
            connection.finish()
            #expect(try await connection.receiveAll().ranges(of: #"{"ok":true}"#).count == 20)
        }
    }

    @Test("If too many requests arrive at once, the last ones are refused") func boundsHeldRequests() async throws {
        try await run { server, connection in
            try await connection.send(
                "GET /long HTTP/1.1\r\nHost: x\r\n\r\n"
                    + String(repeating: "GET /open HTTP/1.1\r\nHost: x\r\n\r\n", count: 1000))
            let all = try await connection.receiveAll()
            let answered = all.ranges(of: #"{"ok":true}"#).count
            #expect(100..<1000 ~= answered)
            #expect(all.ranges(of: "HTTP/1.1 400 ").count == 1)
            #expect(try await server.journal.entries.count == answered + 1)
        }
    }

    @Test("A refused client that is still sending sees the reason", arguments: ["431", "413", "200"])
    func readsOnBehindRefusal(status: String) async throws {
        try await withServer(routes) {
            $0.limits.lingerTime = .seconds(3600)
        } _: { server in
            try await RawConnection.open(server.port) { connection in
                let rest = String(repeating: "a", count: 4 << 20)
                switch status {
                case "431": try await connection.send("GET /open HTTP/1.1\r\nHost: x\r\nX: \(rest)")
                case "413":
                    try await connection.send(
                        "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: \(rest.count)\r\nConnection: close\r\n\r\n\(rest)"
                    )
                default: try await connection.send("GET /open HTTP/1.0\r\n\r\n\(rest)")
                }
                #expect(try await connection.receive(through: "\r\n\r\n").contains(" \(status) "))
            }
        }
    }

    @Test("An answer before malformed data reaches its client whole") func sendsAllBeforeNonsense()
        async throws
    {
        try await run { server, connection in
            try await connection.send(
                "GET /long HTTP/1.1\r\nHost: x\r\n\r\n" + String(repeating: "nonsense ", count: 40_000))
            let all = try await connection.receiveAll()
            #expect(all.utf8.count > Self.longBody.count)
            #expect(all.ranges(of: "HTTP/1.1 400 ").count == 1)
        }
    }

    @Test("A connection ends after an HTTP/1.0 request with a chunked body") func endsBehindChunksOfHTTP10()
        async throws
    {
        try await run { server, connection in
            try await connection.send(
                "POST /echo HTTP/1.0\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
                    + "GET /open HTTP/1.1\r\nHost: x\r\n\r\n")
            let all = try await connection.receiveAll()
            #expect(all.ranges(of: "HTTP/1.").count == 1)
            #expect(all.lowercased().contains("connection: close"))
        }
    }

    @Test("A malformed body is answered once, and ends the connection", arguments: [true, false])
    func answersMalformedBodyOnce(isRead: Bool) async throws {
        let path = isRead ? "echo" : "nowhere"
        try await run { server, connection in
            try await connection.send("POST /\(path) HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
            let first = isRead ? "" : try await connection.receive(through: "}")
            try await connection.send("zz\r\n")
            let all = first + (try await connection.receiveAll())
            #expect(all.hasPrefix("HTTP/1.1 \(isRead ? 400 : 404) "))
            #expect(all.lowercased().contains("connection: close") == isRead)
            #expect(all.ranges(of: "HTTP/1.1 ").count == 1)
        }
    }

    @Test("A long answer reaches a client that reads it while the server stops") func sendsAllToItsEnd() async throws {
        try await run { server, connection in
            try await connection.send("GET /long HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(await eventually { server.engine.metrics.connections.unsent.value > 0 })
            async let end = server.stop()
            #expect(try await connection.receiveAll().utf8.count > Self.longBody.count)
            _ = await end
        }
    }

    @Test("The answer to a request in progress when the server stops is the connection's last")
    func answersWhatIsUnderWay() async throws {
        let (begun, begin) = AsyncStream<Void>.makeStream()
        let (released, release) = AsyncStream<Void>.makeStream()
        let held = Route("GET", "held", access: .open) { _ in
            begin.finish()
            for await _ in released {}
            return SandboxResponse(status: 200, body: Self.longBody)
        }
        try await withServer([held]) {
            $0.shutdownGrace = .seconds(60)
        } _: { server in
            try await RawConnection.open(server.port) { connection in
                try await connection.send("GET /held HTTP/1.1\r\nHost: x\r\n\r\n")
                for await _ in begun {}
                async let end = server.stop()
                #expect(await eventually { server.engine.readiness.state == .stopping })
                release.finish()
                let all = try await connection.receiveAll()
                #expect(all.utf8.count > Self.longBody.count)
                _ = await end
            }
        }
    }

    @Test("A long answer reaches a client that has closed its side", arguments: ["", "Connection: close\r\n"])
    func sendsAllToHalfClosedClient(header: String) async throws {
        try await run { server, connection in
            try await connection.send("GET /long HTTP/1.1\r\nHost: x\r\n\(header)\r\n")
            connection.finish()
            let all = try await connection.receiveAll()
            #expect(all.utf8.count > Self.longBody.count)
        }
    }

    @Test("A stream to an HTTP/1.0 client is not chunked") func streamsToHTTP10() async throws {
        try await run { server, connection in
            try await connection.send("GET /stream HTTP/1.0\r\n\r\n")
            let all = try await connection.receiveAll()
            #expect(!all.lowercased().contains("transfer-encoding"))
            #expect(all.hasSuffix("\r\n\r\nchunk"))
        }
    }

    @Test(
        "A request names exactly one host",
        arguments: [
            ("HTTP/1.1", "400"), ("HTTP/1.1\r\nHost: x\r\nHost: x", "400"),
            ("HTTP/1.1\r\nhost: x\r\nX: y\r\nHOST: z", "400"),
            ("HTTP/1.0\r\nHost: x\r\nHost: y", "400"), ("HTTP/1.1\r\nHost: x", "200"), ("HTTP/1.1\r\nHost:", "200"),
        ])
    func countsHosts(request: String, status: String) async throws {
        try await run { server, connection in
            try await connection.send("GET /open \(request)\r\n\r\n")
            let head = try await connection.receive(through: "\r\n\r\n")
            #expect(head.split(separator: " ").dropFirst().first == Substring(status))
            guard status == "400" else { return }
            #expect(head.lowercased().contains("connection: close"))
            #expect(try await connection.receiveAll().isEmpty)
        }
    }

    @Test("A request without a host is refused after the requests before it are answered") func answersInOrder()
        async throws
    {
        try await run { server, connection in
            try await connection.send("GET /open HTTP/1.1\r\nHost: x\r\n\r\nGET /open HTTP/1.1\r\n\r\n")
            let all = try await connection.receiveAll()
            #expect(all.hasPrefix("HTTP/1.1 200 "))
            #expect(all.contains("HTTP/1.1 400 "))
        }
    }
}
