import Testing

@testable import Sandbox

/// `Upgrade` is ignored (RFC 9110 section 7.8): Java's HttpClient and `curl --http2` send it with their first request.
@Suite(.timeLimit(.minutes(2))) struct UpgradeTests {
    private let routes = [
        Route("GET", "open", access: .open) { _ in .json(["ok": true]) },
        Route("POST", "echo", access: .open) { SandboxResponse(status: 200, body: $0.body) },
    ]

    private static let upgrade =
        "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA\r\n"
    private static let get = "GET /open HTTP/1.1\r\nHost: x\r\n\(upgrade)\r\n"
    private static let post = "POST /echo HTTP/1.1\r\nHost: x\r\n\(upgrade)Content-Length: 6\r\n\r\n{body}"

    private func run(_ body: (RawConnection) async throws -> Void) async throws {
        try await withServer(routes) { server in
            try await RawConnection.open(server.port) { try await body($0) }
        }
    }

    private func expectAnswer(_ connection: RawConnection, _ body: String, status: Int = 200) async throws {
        let answer = try await connection.receive(through: "}")
        #expect(answer.hasPrefix("HTTP/1.1 \(status) "))
        #expect(answer.hasSuffix("\r\n\r\n\(body)"))
        #expect(!answer.lowercased().contains("upgrade"))
    }

    @Test("A request with Upgrade is answered in HTTP/1.1, and the connection stays open") func goesOn() async throws {
        try await run { connection in
            for _ in 0..<2 {
                try await connection.send(Self.get)
                try await expectAnswer(connection, #"{"ok":true}"#)
                try await connection.send(Self.post)
                try await expectAnswer(connection, "{body}")
            }
            try await connection.send("GET /open HTTP/1.1\r\nHost: x\r\n\r\n")
            try await expectAnswer(connection, #"{"ok":true}"#)
        }
    }

    @Test(
        "Every spelling of an upgrade is ignored",
        arguments: [
            "connection: keep-alive, UPGRADE\r\nupgrade: websocket",
            "Connection: TE\r\nConnection: upgrade\r\nUpgrade: a, b",
            "Connection:upgrade ,TE\r\nUpgrade: h2c", "Upgrade: h2c", "Connection: upgrade",
            "Connection: upgrade\r\nUpgrade:",
            "Connection: upgrades\r\nUpgrade: h2c", "Connection: upgrade\t, x\r\nUpgrade: h2c",
            "Connection: upgrade x\r\nUpgrade: h2c", "Proxy-Connection: upgrade\r\nUpgrade: h2c",
            "Connection: x,\tupgrade  ,y\r\nUpgrade: h2c",
        ])
    func ignoresEverySpelling(headers: String) async throws {
        try await run { connection in
            let request = "GET /open HTTP/1.1\r\nHost: x\r\n\(headers)\r\n\r\n"
            try await connection.send(request + request)
            for _ in 0..<2 { try await expectAnswer(connection, #"{"ok":true}"#) }
            try await connection.send(request)
            try await expectAnswer(connection, #"{"ok":true}"#)
        }
    }

    @Test("Requests that arrive together with an Upgrade request are all answered", arguments: [1, 7, 100, 1000])
    func answersPipelinedRequests(pieceSize: Int) async throws {
        try await run { connection in
            let all = Array((Self.post + Self.get + Self.post).utf8)
            for start in stride(from: 0, to: all.count, by: pieceSize) {
                let piece = all[start..<min(start + pieceSize, all.count)]
                try await connection.send(String(decoding: piece, as: UTF8.self))
            }
            for body in ["{body}", #"{"ok":true}"#, "{body}"] { try await expectAnswer(connection, body) }
        }
    }

    /// The data after CONNECT is not a request, though a parser could read it as one.
    @Test("CONNECT is refused, and its connection ends") func endsBehindCONNECT() async throws {
        try await run { connection in
            let content = Self.get
            try await connection.send(
                "CONNECT x:80 HTTP/1.1\r\nHost: x:80\r\nContent-Length: \(content.utf8.count)\r\n\r\n\(content)")
            let all = try await connection.receiveAll()
            #expect(all.hasPrefix("HTTP/1.1 404 "))
            #expect(all.lowercased().contains("connection: close"))
            #expect(all.ranges(of: "HTTP/1.1 ").count == 1)
        }
    }
}
