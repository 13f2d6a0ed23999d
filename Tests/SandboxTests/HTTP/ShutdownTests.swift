import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import Testing
import ToqueTestSupport

@testable import Sandbox

/// The server stops in order, whatever its clients do.
@Suite(.timeLimit(.minutes(2))) struct ShutdownTests {
    /// Blocks a thread for about a millisecond, so that accepted connections wait for their tasks.
    private static func work() -> Int { (0..<20_000).reduce(0) { $0 ^ $1 } }

    @Test(
        "The server stops while clients connect and send requests", arguments: [Duration.zero, .seconds(60)])
    func stopsUnderLoad(grace: Duration) async throws {
        let requests = Counter()
        let busy = Route("GET", "busy", access: .open) { _ in
            requests.add()
            return .json(["work": .int(Self.work())])
        }
        try await withServer([busy]) {
            $0.shutdownGrace = grace
        } _: { server in
            await withDiscardingTaskGroup { clients in
                for _ in 0..<200 {
                    clients.addTask {
                        // A late client is refused, and one that is still sending may be reset.
                        try? await RawConnection.open(server.port) { connection in
                            for _ in 0..<2 {
                                try await connection.send("GET /busy HTTP/1.1\r\nHost: x\r\n\r\n")
                            }
                            _ = try await connection.receiveAll()
                        }
                    }
                }
                #expect(await eventually { requests.value >= 20 })
                await server.stop()
                // The group waits until the last connection has ended.
            }
            #expect(await eventually { server.engine.metrics.connections.open.value == 0 })
        }
    }

    @Test("An accepted connection without a task is closed") func endsUntakenConnection() async throws {
        let http = HTTP1Connection(limits: ServerLimits(), metrics: ConnectionMetrics()) {
            (_, writer: consuming ResponseWriter, _) in
        }
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .bind(host: "127.0.0.1", port: 0) { http.setup(channel: $0, logger: logger) }
        let port = try #require(listener.channel.localAddress?.port)
        try await listener.executeThenClose { accepted in
            var iterator = accepted.makeAsyncIterator()
            try await RawConnection.open(port) { connection in
                _ = try await iterator.next()
                let received = try await connection.receiveAll()
                #expect(received.isEmpty)
            }
        }
    }
}
