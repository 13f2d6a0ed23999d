import Glibc
import NIOCore
import NIOPosix
import NIOSSL

extension Channel {
    /// Ends the connection with a TCP reset: nothing that was not sent yet leaves (SO_LINGER 0, tcp(7)).
    func reset(promise: EventLoopPromise<Void>?) {
        guard let socket = self as? any SocketOptionProvider else { return close(promise: promise) }
        socket.setSoLinger(linger(l_onoff: 1, l_linger: 0)).whenComplete { _ in
            // Past TLS, which would take its leave in order, and past who waits for the client.
            let pipeline = self.pipeline.syncOperations
            let context =
                (try? pipeline.context(handlerType: NIOSSLServerHandler.self))
                ?? (try? pipeline.context(handlerType: PersistenceHandler.self))
            if let context { context.close(promise: promise) } else { self.close(promise: promise) }
        }
    }
}
