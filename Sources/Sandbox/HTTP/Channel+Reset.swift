import Glibc
import NIOCore
import NIOPosix
import NIOSSL

extension Channel {
    /// Ends the connection with a TCP reset: nothing that was not sent yet leaves (SO_LINGER 0, tcp(7)).
    func reset(promise: EventLoopPromise<Void>?) {
        guard let socket = self as? any SocketOptionProvider else { return close(promise: promise) }
        socket.setSoLinger(linger(l_onoff: 1, l_linger: 0)).whenComplete { _ in
            // Past TLS, which would take its leave in order.
            let security = try? self.pipeline.syncOperations.context(handlerType: NIOSSLServerHandler.self)
            if let security { security.close(promise: promise) } else { self.close(promise: promise) }
        }
    }
}
