import Logging
import Synchronization
import Testing
import ToqueEncoding

@testable import Sandbox

@Suite struct RequestLogTests {
    private final class Lines: Sendable {
        private let lines = Mutex<[String]>([])

        var all: [String] { lines.withLock { $0 } }
        func add(_ line: [UInt8]) { lines.withLock { $0.append(String(decoding: line, as: UTF8.self)) } }
    }

    private let lines = Lines()

    private func logger(_ format: LogFormat) -> Logger {
        Logger(label: "test") { [lines] _ in
            LineLogHandler(format: format, now: { Timestamp(microseconds: 0) }, write: lines.add)
        }
    }

    private let routes = [
        Route("POST", "things/{id}") { _ in throw SandboxError(status: 400, code: "invalid", message: "No.") },
        Route("GET", "approvals/{handle}", access: .open) { _ in .noContent },
    ]

    private static func withoutDuration(_ line: String) -> String {
        line.split(separator: " ").filter { !$0.hasPrefix("duration_us=") }.joined(separator: " ")
    }

    private func requests(in lines: [String]) -> [String] { lines.filter { $0.contains("request_id") } }

    @Test("Each request is logged on one line without its secrets")
    func writesOneLineForEachRequest() async throws {
        try await withServer(routes, logger: logger(.text)) { server in
            _ = try await server.send(
                "POST", "/things/7/?code=4711", headers: [("X-Request-Id", "mine.1")], body: #"{"id_token":"4711"}"#)
            _ = try await server.send("GET", "/approvals/4711", headers: [("X-Request-Id", "mine.2")])
            _ = try await server.send("GET", "/nowhere/4711", headers: [("X-Request-Id", "mine.3")])
        }
        let written = requests(in: lines.all).map { Self.withoutDuration($0) }
        #expect(
            written == [
                "1970-01-01T00:00:00.000000Z info request method=POST path=/things/{id} status=400 error=invalid "
                    + "tenant=id request_id=mine.1\n",
                "1970-01-01T00:00:00.000000Z info request method=GET path=/approvals/{handle} status=204 tenant=id "
                    + "request_id=mine.2\n",
                "1970-01-01T00:00:00.000000Z info request method=GET path=- status=404 error=not_found tenant=id "
                    + "request_id=mine.3\n",
            ])
        #expect(!lines.all.joined().contains("4711"))
    }

    @Test("The JSON format logs a request's level, status, path, tenant, and duration")
    func writesJSON() async throws {
        try await withServer(routes, logger: logger(.json)) { server in
            _ = try await server.send("POST", "/things/7", headers: [("X-Toque-Scenario", "unknown")])
        }
        let line = try JSON(parsing: Array(try #require(requests(in: lines.all).first).utf8))
        #expect(line["level"] == "info")
        #expect(line["status"] == 400)
        #expect(line["path"] == "/things/{id}")
        #expect(line["tenant"] == "id")
        #expect(line["duration_us"]?.intValue ?? -1 >= 0)
    }

    @Test("A log message with line breaks stays on one line")
    func keepsEachMessageOnOneLine() {
        logger(.text).warning("two\nlines", metadata: ["a": "x y\n\u{1B}", "b": "plain"])
        #expect(lines.all == ["1970-01-01T00:00:00.000000Z warning two lines a=\"x y\\n\\u001b\" b=plain\n"])
    }

    @Test(
        "A well-formed request ID is kept, and any other is replaced",
        arguments: [
            ("abc-1.2_X", true), (String(repeating: "a", count: 64), true), (String(repeating: "a", count: 65), false),
            ("", false), ("a b", false), ("a;b", false), ("\"", false),
        ])
    func takesSaneRequestIDs(id: String, isTaken: Bool) async throws {
        try await withServer(routes) { server in
            let answer = try await server.send("GET", "/nowhere", headers: [("X-Request-Id", id)])
            let shown = try #require(answer.headers["x-request-id"])
            #expect(isTaken ? shown == id : shown.utf8.count == 32)
            #expect(try await server.journal.entries.map(\.requestID) == [shown])
        }
    }
}
