import CTAP
import Glibc

/// A key behind a Unix socket of packets (SOCK_SEQPACKET), one report of 64 bytes each.
public struct SocketTransport: ReportTransport {
    public let path: String
    /// The timeout for a connection, in seconds.
    private static let patience = 2

    public init(path: String) { self.path = path }

    /// - Throws: if nothing listens there, with the reason.
    public func connect() throws -> any ReportConnection {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let name = Array(path.utf8)
        let isTooLong = withUnsafeMutableBytes(of: &address.sun_path) { room in
            guard name.count < room.count else { return true }
            room.copyBytes(from: name)
            return false
        }
        guard !isTooLong else { throw TransportError("\(path): too long for a socket's path") }
        let descriptor = socket(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw TransportError("\(path): socket", errno: errno) }
        let connection = DescriptorConnection(descriptor: descriptor, framing: .packets, name: path)
        // Limits the wait for a key that accepts no more connections.
        var patience = timeval(tv_sec: Self.patience, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { Glibc.connect(descriptor, $0, size) }
        }
        guard result == 0 else {
            throw switch errno {
            case ECONNREFUSED: TransportError("\(path): no key listens there; start it")
            case ENOENT: TransportError("\(path): no key there; start it, or name another path")
            case EAGAIN: TransportError("\(path): the key takes no more connections; wait and try again")
            case EPROTOTYPE: TransportError("\(path): a socket, but not one of packets as a key's is")
            default: TransportError(path, errno: errno)
            }
        }
        try KeyOwner.check(try KeyOwner.ofPeer(descriptor, path), of: path)
        // Connecting blocks; reading must not.
        guard fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0 else { throw TransportError(path, errno: errno) }
        return connection
    }
}
