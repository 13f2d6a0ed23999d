import NIOCore
import NIOPosix
import NIOSSL

/// A TCP connection on which a test says byte by byte what happens.
final class RawConnection {
    private var inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
    private let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    /// What has come and was not asked for yet.
    private var received = ""

    private init(
        _ inbound: NIOAsyncChannelInboundStream<ByteBuffer>, _ outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    ) {
        self.inbound = inbound.makeAsyncIterator()
        self.outbound = outbound
    }

    /// - Parameter tls: speaks TLS with this context; nil for plain TCP.
    static func open(
        host: String = "127.0.0.1", _ port: Int, tls: NIOSSLContext? = nil,
        _ body: (RawConnection) async throws -> Void
    ) async throws {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            // Small, so that what is not read waits with the server.
            .channelOption(.socketOption(.so_rcvbuf), value: 4096)
            .connect(host: host, port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    if let tls {
                        let handler = try NIOSSLClientHandler(context: tls, serverHostname: nil)
                        try channel.pipeline.syncOperations.addHandler(handler)
                    }
                    return try NIOAsyncChannel<ByteBuffer, ByteBuffer>(
                        wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true))
                }
            }
        try await channel.executeThenClose { inbound, outbound in
            try await body(RawConnection(inbound, outbound))
        }
    }

    func send(_ text: String) async throws { try await outbound.write(ByteBuffer(string: text)) }

    /// Says that nothing more is sent (shutdown(2), SHUT_WR).
    func finish() { outbound.finish() }

    /// What came up to a text and with it; all that came before the server ended the connection, where it never comes.
    /// - Throws: `IOError` where the connection is reset.
    func receive(through end: String) async throws -> String {
        while true {
            if let range = received.firstRange(of: end) {
                defer { received.removeSubrange(..<range.upperBound) }
                return String(received[..<range.upperBound])
            }
            guard let buffer = try await inbound.next() else { return try takeAll() }
            received += String(buffer: buffer)
        }
    }

    /// At least so many bytes; all that came before the server ended the connection, where there are fewer.
    func receive(count: Int) async throws -> String {
        while received.utf8.count < count, let buffer = try await inbound.next() { received += String(buffer: buffer) }
        return try takeAll()
    }

    /// Everything until the server ends the connection.
    func receiveAll() async throws -> String {
        while let buffer = try await inbound.next() { received += String(buffer: buffer) }
        return try takeAll()
    }

    private func takeAll() throws -> String {
        defer { received = "" }
        return received
    }
}
