import NIOCore
import Testing

@testable import Sandbox

/// Answers without a fixed end.
@Suite struct StreamTests {
    private let chunks: AsyncStream<[UInt8]>
    private let source: AsyncStream<[UInt8]>.Continuation
    /// Ends when its consumer does.
    private let left: AsyncStream<Void>

    init() {
        (chunks, source) = AsyncStream<[UInt8]>.makeStream()
        let (left, leaving) = AsyncStream<Void>.makeStream()
        self.left = left
        source.onTermination = { _ in leaving.finish() }
    }

    private var routes: [Route] {
        [Route("GET", "events", access: .open) { [chunks] _ in .stream("text/event-stream", chunks) }]
    }

    private static let request = "GET /events HTTP/1.1\r\nHost: x\r\n\r\n"

    @Test("A stream sends each chunk as it comes, without a content length")
    func sendsChunksAsTheyCome() async throws {
        try await withServer(routes) { server in
            try await RawConnection.open(server.port) { connection in
                try await connection.send(Self.request)
                let head = try await connection.receive(through: "\r\n\r\n").lowercased()
                #expect(head.contains("content-type: text/event-stream\r\n"))
                #expect(!head.contains("content-length"))
                for text in ["data: 1\n\n", "data: 2\n\n"] {
                    source.yield(Array(text.utf8))
                    #expect(try await connection.receive(through: text).hasSuffix(text))
                }
                source.finish()
                #expect(try await connection.receiveAll() == "\r\n0\r\n\r\n")
            }
            #expect(try await server.journal.entries.first?.answer.bodyState == .omitted)
        }
    }

    @Test("A stream ends when its client disconnects")
    func endsWithItsClient() async throws {
        try await withServer(routes) { server in
            try await RawConnection.open(server.port) { connection in
                try await connection.send(Self.request)
                _ = try await connection.receive(through: "\r\n\r\n")
            }
            // The server has nothing left to send, so no write can fail.
            for await _ in left {}
        }
    }

    @Test("A stream ends with the final chunk when the server stops")
    func endsWithTheServer() async throws {
        let routes = routes
        try await withServer(routes) { configuration in
            configuration.shutdownGrace = .seconds(60)
        } _: { server in
            try await RawConnection.open(server.port) { connection in
                try await connection.send(Self.request)
                _ = try await connection.receive(through: "\r\n\r\n")
                async let stopped = server.stop()
                let rest = try await connection.receiveAll()
                #expect(rest == "0\r\n\r\n")
                #expect(await stopped == nil)
            }
        }
    }
}
