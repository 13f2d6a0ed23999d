import NIOCore
import NIOPosix
import NIOSSL

/// A TCP connection that a test controls byte by byte.
final class RawConnection {
    private var inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
    private let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    /// Received bytes that no call has returned yet.
    private var received = ""

    private init(
        _ inbound: NIOAsyncChannelInboundStream<ByteBuffer>, _ outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    ) {
        self.inbound = inbound.makeAsyncIterator()
        self.outbound = outbound
    }

    /// - Parameter tls: The TLS context; nil for plain TCP.
    static func open(
        host: String = "127.0.0.1", _ port: Int, tls: NIOSSLContext? = nil,
        _ body: (RawConnection) async throws -> Void
    ) async throws {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            // A small buffer, so that unread bytes stay with the server.
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

    /// Closes the sending side (shutdown(2), SHUT_WR).
    func finish() { outbound.finish() }

    /// Returns the bytes up to and including a text; all bytes until the end of the connection if the text does not
    /// come.
    /// - Throws: `IOError` if the connection is reset.
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

    /// Returns at least `count` bytes; all bytes until the end of the connection if there are fewer.
    func receive(count: Int) async throws -> String {
        while received.utf8.count < count, let buffer = try await inbound.next() { received += String(buffer: buffer) }
        return try takeAll()
    }

    /// Returns all bytes until the server ends the connection.
    func receiveAll() async throws -> String {
        while let buffer = try await inbound.next() { received += String(buffer: buffer) }
        return try takeAll()
    }

    private func takeAll() throws -> String {
        defer { received = "" }
        return received
    }
}
