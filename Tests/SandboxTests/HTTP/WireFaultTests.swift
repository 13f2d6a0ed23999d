import Glibc
import NIOCore
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

    @Test("The fault connectionReset resets the connection after the request is carried out")
    func resets() async throws {
        try await withServer(route(.connectionReset)) { server in
            try await RawConnection.open(server.port) { connection in
                try await connection.send(Self.request)
                let error = await #expect(throws: IOError.self) { try await connection.receiveAll() }
                #expect(error?.errnoCode == ECONNRESET)
            }
            // The server carried the request out.
            #expect(try await server.journal.entries.map(\.status) == [200])
            #expect(try await server.send("GET", "/elsewhere").status == 404)
        }
    }

    @Test("The fault truncatedBody cuts the answer off after half of its body")
    func truncates() async throws {
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

    @Test("The fault slow delays the answer")
    func answersLate() async throws {
        try await withServer(route(.slow(.milliseconds(60)))) { server in
            let start = ContinuousClock.now
            let answer = try await server.send("GET", "/faulty")
            #expect(answer.text == Self.body)
            #expect(ContinuousClock.now - start >= .milliseconds(60))
            #expect(try await server.journal.entries.allSatisfy { $0.duration >= .milliseconds(60) })
        }
    }
}
