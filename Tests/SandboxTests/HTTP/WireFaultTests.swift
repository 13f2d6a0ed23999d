import Glibc
import NIOCore
import Synchronization
import Testing

@testable import Sandbox

@Suite struct WireFaultTests {
    private static let body = #"{"text":"0123456789"}"#

    private func route(_ fault: Fault) -> [Route] {
        [
            Route("GET", "faulty", access: .open) { _ in
                var response = SandboxResponse(status: 200, body: Array(Self.body.utf8))
                response.faults = [fault]
                return response
            }
        ]
    }

    private static let request = "GET /faulty HTTP/1.1\r\nHost: x\r\n\r\n"

    @Test func resets() async throws {
        try await withServer(route(.connectionReset)) { server in
            try await RawConnection.open(server.port) { connection in
                try await connection.send(Self.request)
                let error = await #expect(throws: IOError.self) { try await connection.receiveAll() }
                #expect(error?.errnoCode == ECONNRESET)
            }
            // It was carried out.
            #expect(server.journal.entries.map(\.status) == [200])
            #expect(try await server.send("GET", "/elsewhere").status == 404)
        }
    }

    @Test func truncates() async throws {
        try await withServer(route(.truncatedBody)) { server in
            try await RawConnection.open(server.port) { connection in
                try await connection.send(Self.request)
                let head = try await connection.receive(through: "\r\n\r\n")
                #expect(head.hasPrefix("HTTP/1.1 200 "))
                #expect(head.lowercased().contains("content-length: \(Self.body.utf8.count)\r\n"))
                #expect(try await connection.receiveAll() == Self.body.prefix(Self.body.utf8.count / 2))
            }
        }
    }

    @Test func answersLate() async throws {
        try await withServer(route(.slow(.milliseconds(60)))) { server in
            let start = ContinuousClock.now
            let answer = try await server.send("GET", "/faulty")
            #expect(answer.text == Self.body)
            #expect(ContinuousClock.now - start >= .milliseconds(60))
            #expect(server.journal.entries.allSatisfy { $0.duration >= .milliseconds(60) })
        }
    }

    @Test func isDownSoManyTimesForEachObject() async throws {
        let handled = Mutex(0)
        let routes = [
            Route("POST", "things/{id}") { request in
                try request.refuse(times: 2, object: request.parameter("id"))
                handled.withLock { $0 += 1 }
                return .noContent
            }
        ]
        try await withServer(routes) { server in
            var statuses: [UInt] = []
            for path in ["/things/a", "/things/b", "/things/a", "/things/a", "/things/b", "/things/b"] {
                let answer = try await server.send("POST", path)
                statuses.append(answer.status)
                #expect(answer.headers["retry-after"] == (answer.status == 503 ? "1" : nil))
            }
            #expect(statuses == [503, 503, 503, 204, 503, 204])
            #expect(handled.withLock { $0 } == 2)
            try await server.engine.reset("id")
            #expect(try await server.send("POST", "/things/a").status == 503)
        }
    }

    @Test func forgetsTheOldestOutages() throws {
        let outages = Outages(capacity: 2)
        func isDown(_ object: String) -> Bool {
            do {
                try outages.check(tenant: "t", endpoint: "/x", object: object, times: 1)
                return false
            } catch { return true }
        }
        #expect(["a", "a", "b", "c", "a", "c"].map(isDown) == [true, false, true, true, true, false])
    }
}
