import Glibc
import NIOCore
import NIOHTTPTypes
import NIOPosix
import NIOSSL

extension Channel {
    /// Writes a part of a response and waits until it has left, at the client's pace.
    /// - Throws: if the connection ends first; cancellation ends it.
    func send(_ part: HTTPResponsePart) async throws {
        try await withTaskCancellationHandler {
            try await writeAndFlush(part).get()
        } onCancel: {
            close(promise: nil)
        }
    }

    /// Ends the connection with a TCP reset: unsent data is discarded (SO_LINGER 0, tcp(7)).
    func reset(promise: EventLoopPromise<Void>?) {
        guard let socket = self as? any SocketOptionProvider else { return close(promise: promise) }
        socket.setSoLinger(linger(l_onoff: 1, l_linger: 0)).whenComplete { _ in
            // Bypasses TLS, which would close in order, and the handlers that wait for the client.
            let pipeline = self.pipeline.syncOperations
            let context =
                (try? pipeline.context(handlerType: NIOSSLServerHandler.self))
                ?? (try? pipeline.context(handlerType: PersistenceHandler.self))
            if let context { context.close(promise: promise) } else { self.close(promise: promise) }
        }
    }
}
