import CLinux
import CTAP
import Glibc

/// Exposes a device at a Unix socket (SOCK_SEQPACKET, a report of 64 bytes per packet), to several clients at once. The
/// socket belongs only to its owner.
public final class UnixSocketLink: DeviceLink {
    /// The socket's path.
    public var path: String { socket.path }

    public let device: CTAPHIDDevice
    private let socket: ListeningSocket
    private let thread: ServingThread

    /// Creates the socket. Clients that connect are served after `start`.
    /// - Parameter path: at most 107 bytes. A socket without a listener is replaced.
    /// - Throws: if the path is too long, something else is there, or the system refuses.
    public init(_ device: CTAPHIDDevice, path: String) throws(VirtualKeyError) {
        self.device = device
        thread = try ServingThread()
        socket = try ListeningSocket(path: path)
    }

    deinit { socket.close() }

    /// Starts to serve clients, on its own thread.
    /// - Throws: if the link was started or stopped before.
    public func start() throws(VirtualKeyError) {
        try thread.start { [self] in serve() }
    }

    /// Closes the connections and removes the socket. From any thread; calling it again does nothing.
    public func stop() {
        if thread.stop() { socket.close() }
    }

    // MARK: - On the thread

    /// The number of reports accepted from one client before it is another's turn.
    private static let turn = 256
    /// How long to wait if the process has no descriptor left for another client.
    private static let acceptPause = Duration.seconds(1)

    private func serve() {
        var clients: [SocketClient] = []
        var acceptAgain: Duration?
        while !thread.isStopping {
            let due = device.tick()
            thread.prepareToSleep()
            for client in clients { client.flush() }
            drop(&clients)
            let pause = acceptAgain.map { max($0 - MonotonicTime.now, .zero) }
            if pause == .zero { acceptAgain = nil }
            var polled = clients.map(\.polled)
            polled.append(
                pollfd(fd: acceptAgain == nil ? socket.descriptor.number : -1, events: Int16(POLLIN), revents: 0))
            thread.sleep(&polled, atMost: [due, pause].compactMap(\.self).min())
            // zip ends with the clients, before the listening socket's own entry.
            for (client, ready) in zip(clients, polled) where ready.isReadable {
                client.receive(atMost: Self.turn) { device.deliver($0, from: client.connection) }
            }
            drop(&clients)
            if let listening = polled.last, listening.isReadable, !accept(&clients) {
                acceptAgain = MonotonicTime.now + Self.acceptPause
            }
        }
        for client in clients { device.close(client.connection) }
        socket.close()
    }

    private func drop(_ clients: inout [SocketClient]) {
        clients.removeAll { client in
            guard client.isGone || client.connection.isClosed else { return false }
            device.close(client.connection)
            return true
        }
    }

    /// - Returns: false if the system has no room for another client now.
    private func accept(_ clients: inout [SocketClient]) -> Bool {
        let flags = Int32(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let number = accept4(socket.descriptor.number, nil, nil, flags)
        // A client that has already left is not a failure.
        if number < 0 { return [EAGAIN, EINTR, ECONNABORTED].contains(errno) }
        // If the device accepts no more connections, the client's is closed at once.
        if let descriptor = try? SharedDescriptor(number, "accept"),
            let connection = try? device.connect(link: path, wake: { [thread] in thread.wake() })
        {
            clients.append(SocketClient(descriptor: descriptor, connection: connection))
        }
        return true
    }
}

/// A client of the socket, on the serving thread.
private final class SocketClient {
    let connection: DeviceConnection
    private let descriptor: SharedDescriptor
    /// A report that does not fit into the client's socket. Until it does, nothing more is read from the client, so
    /// that little waits for it.
    private var unsent: [UInt8]?
    private(set) var isGone = false

    init(descriptor: SharedDescriptor, connection: DeviceConnection) {
        self.descriptor = descriptor
        self.connection = connection
    }

    var polled: pollfd {
        pollfd(fd: descriptor.number, events: Int16(unsent == nil ? POLLIN : POLLOUT), revents: 0)
    }

    func flush() {
        while let report = unsent ?? connection.nextReport() {
            unsent = nil
            guard send(descriptor.number, report, report.count, Int32(MSG_NOSIGNAL)) < 0 else { continue }
            switch errno {
            case EINTR: unsent = report
            case EAGAIN:
                unsent = report
                return
            default:
                isGone = true
                return
            }
        }
    }

    func receive(atMost count: Int, deliver: (CTAPHIDPacket) -> Void) {
        for _ in 0..<count where unsent == nil && !isGone {
            var length = 0
            // One extra byte, because a packet that is too long is cut.
            let room = CTAPHIDPacket.size + 1
            let report = [UInt8](unsafeUninitializedCapacity: room) { buffer, initialized in
                length = recv(descriptor.number, buffer.baseAddress, room, 0)
                initialized = max(length, 0)
            }
            if length < 0 {
                isGone = ![EAGAIN, EINTR].contains(errno)
                return
            }
            // No data is the end; data of another size does not come from a client of ours.
            guard let packet = CTAPHIDPacket(report: report) else {
                isGone = true
                return
            }
            deliver(packet)
            flush()
        }
    }
}
