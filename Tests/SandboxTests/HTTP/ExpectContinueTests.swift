import NIOCore
import Testing

@testable import Sandbox

/// `Expect: 100-continue` (RFC 9110 section 10.1.1).
@Suite(.timeLimit(.minutes(2))) struct ExpectContinueTests {
    private let routes = [
        Route("POST", "echo") { SandboxResponse(status: 200, body: $0.body) },
        Route("POST", "large", bodyLimit: 1 << 20) { .json(["size": .int($0.body.count)]) },
    ]

    @Test("A client that expects 100-continue is told to send its body")
    func letsClientSendItsBody() async throws {
        try await withServer(routes) { server in
            try await RawConnection.open(server.port) { connection in
                for _ in 0..<2 {
                    try await connection.send(
                        "POST /echo HTTP/1.1\r\nHost: x\r\nAuthorization: Basic aWQ6c2VjcmV0\r\nContent-Length: 4\r\n"
                            + "Expect: 100-Continue\r\n\r\n")
                    #expect(try await connection.receive(through: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
                    try await connection.send("body")
                    let answer = try await connection.receive(through: "\r\n\r\nbody")
                    #expect(answer.hasPrefix("HTTP/1.1 200 "))
                }
            }
        }
    }

    @Test("A request of HTTP/1.0 gets no 100 Continue") func ignoresExpectOfHTTP10() async throws {
        try await withServer(routes) { server in
            try await RawConnection.open(server.port) { connection in
                try await connection.send(
                    "POST /echo HTTP/1.0\r\nAuthorization: Basic aWQ6c2VjcmV0\r\nContent-Length: 4\r\n"
                        + "Expect: 100-continue\r\n\r\nbody")
                let all = try await connection.receiveAll()
                #expect(all.hasPrefix("HTTP/1.0 200 "))
                #expect(all.hasSuffix("\r\n\r\nbody"))
            }
        }
    }

    @Test("A body whose announced length is too long is refused before the client sends it", arguments: [true, false])
    func refusesAnnouncedLength(expectsContinue: Bool) async throws {
        try await withServer(routes) { configuration in
            configuration.limits.requestTime = .seconds(3600)
        } _: { server in
            try await RawConnection.open(server.port) { connection in
                try await connection.send(
                    "POST /echo HTTP/1.1\r\nHost: x\r\nAuthorization: Basic aWQ6c2VjcmV0\r\n"
                        + "Content-Length: 300000000000\r\n\(expectsContinue ? "Expect: 100-continue\r\n" : "")\r\n")
                let all = try await connection.receiveAll()
                #expect(all.hasPrefix("HTTP/1.1 413 "))
                #expect(all.lowercased().contains("connection: close"))
                #expect(all.contains("body_too_large"))
            }
        }
    }

    @Test("An endpoint may have a limit of its own") func takesLongBody() async throws {
        try await withServer(routes) { server in
            try await RawConnection.open(server.port) { connection in
                try await connection.send(
                    "POST /large HTTP/1.1\r\nHost: x\r\nAuthorization: Basic aWQ6c2VjcmV0\r\nContent-Length: 300000\r\n\r\n"
                        + String(repeating: "a", count: 300_000))
                #expect(try await connection.receive(through: "}").hasSuffix(#"{"size":300000}"#))
            }
        }
    }

    @Test("An endpoint open to everybody refuses a long body", arguments: ["health", "metrics", "openapi.json"])
    func refusesLongBodyOfEverybody(path: String) async throws {
        try await withServer(routes) { server in
            try await RawConnection.open(server.port) { connection in
                try await connection.send("GET /_toque/\(path) HTTP/1.1\r\nHost: x\r\nContent-Length: 300000\r\n\r\n")
                #expect(try await connection.receiveAll().hasPrefix("HTTP/1.1 413 "))
            }
        }
    }

    @Test("A client that sends a body without waiting sees the reason of the refusal")
    func answersClientThatStillSends() async throws {
        try await withServer(routes) {
            $0.limits.lingerTime = .seconds(3600)
        } _: { server in
            try await RawConnection.open(server.port) { connection in
                try await connection.send(
                    "POST /echo HTTP/1.1\r\nHost: x\r\nAuthorization: Basic aWQ6c2VjcmV0\r\n"
                        + "Content-Length: 1000000\r\n\r\n" + String(repeating: "a", count: 1_000_000))
                #expect(try await connection.receiveAll().hasPrefix("HTTP/1.1 413 "))
            }
        }
    }

    /// A refused client may omit the body, so the server could not find the start of the next request.
    @Test(
        "A request refused before its body is sent ends the connection",
        arguments: [("/echo", "401"), ("/nowhere", "404")])
    func refusesBeforeBody(path: String, status: String) async throws {
        try await withServer(routes) { server in
            try await RawConnection.open(server.port) { connection in
                try await connection.send(
                    "POST \(path) HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\n")
                let all = try await connection.receiveAll()
                #expect(all.hasPrefix("HTTP/1.1 \(status) "))
                #expect(all.lowercased().contains("connection: close"))
            }
        }
    }
}
