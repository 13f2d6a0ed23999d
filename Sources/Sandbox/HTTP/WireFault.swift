import Glibc
import Hummingbird
import NIOCore
import NIOPosix
import NIOSSL

/// Faults of the network, done to a real connection.
enum WireFault {
    /// Ends the connection with a TCP reset: nothing that was not sent yet leaves (SO_LINGER 0, tcp(7)).
    static func reset(_ channel: any Channel) async throws {
        guard let socket = channel as? any SocketOptionProvider else { return }
        try await socket.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
        let closed = channel.eventLoop.makePromise(of: Void.self)
        channel.eventLoop.execute {
            // Past TLS, which would take its leave in order.
            let security = try? channel.pipeline.syncOperations.context(handlerType: NIOSSLServerHandler.self)
            if let security { security.close(promise: closed) } else { channel.close(promise: closed) }
        }
        try await closed.futureResult.get()
    }

    /// A body that stops half way, though its length was announced; the connection ends with it.
    static func truncated(_ body: [UInt8]) -> ResponseBody {
        ResponseBody(contentLength: body.count) { writer in
            try await writer.write(ByteBuffer(bytes: body.prefix(body.count / 2)))
            throw Truncation()
        }
    }

    private struct Truncation: Error {}
}
