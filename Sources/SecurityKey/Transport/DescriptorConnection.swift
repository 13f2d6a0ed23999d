import CTAP
import Glibc
import Synchronization

/// Reports through an open file: of a hidraw node, a terminal or a socket.
final class DescriptorConnection: ReportConnection {
    /// How reports lie in the file.
    enum Framing: Sendable {
        /// hidraw: a report each, a report number before what is written (CTAP 2.3 section 11.2.1).
        case numberedPackets
        /// A terminal: bytes in a row, each report with a number before it on the way out.
        case numberedStream
        /// A socket of packets: a report each.
        case packets
    }

    private static let reportSize = 64
    /// How long the other side may take to make room for a report, in milliseconds.
    private static let writePatience: Int32 = 2000

    private let name: String
    private let framing: Framing
    /// nil once it is closed.
    private let descriptor: Mutex<Int32?>
    /// The beginning of a report that a terminal has given in parts.
    private let partial = Mutex<[UInt8]>([])

    /// - Parameter descriptor: opened without blocking; the connection closes it.
    init(descriptor: Int32, framing: Framing, name: String) {
        self.descriptor = Mutex(descriptor)
        self.framing = framing
        self.name = name
    }

    deinit { close() }

    func close() {
        descriptor.withLock { descriptor in
            if let descriptor { _ = Glibc.close(descriptor) }
            descriptor = nil
        }
    }

    private func open() throws(TransportError) -> Int32 {
        guard let descriptor = descriptor.withLock({ $0 }) else { throw TransportError("\(name): closed") }
        return descriptor
    }

    func write(_ report: [UInt8]) throws {
        let descriptor = try open()
        let bytes = framing == .packets ? report : [0] + report
        while true {
            // A socket whose other end is gone must not end the process by SIGPIPE.
            let count =
                framing == .packets
                ? send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
                : Glibc.write(descriptor, bytes, bytes.count)
            if count == bytes.count { return }
            if count >= 0 { throw TransportError("\(name): took \(count) of the \(bytes.count) bytes of a report") }
            switch errno {
            case EINTR: continue
            case EAGAIN:
                guard try wait(descriptor, for: POLLOUT, milliseconds: Self.writePatience) else {
                    throw TransportError("\(name): takes no more reports")
                }
            default: throw TransportError("\(name): write", errno: errno)
            }
        }
    }

    func read(milliseconds: Int?) throws -> [UInt8]? {
        let descriptor = try open()
        var report = partial.withLock { partial in
            defer { partial = [] }
            return partial
        }
        while report.count < Self.reportSize {
            guard try wait(descriptor, for: POLLIN, milliseconds: milliseconds.map { Int32(clamping: $0) } ?? -1)
            else {
                partial.withLock { $0 = report }
                return nil
            }
            var chunk = [UInt8](repeating: 0, count: Self.reportSize - report.count)
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count < 0 {
                if errno == EINTR || errno == EAGAIN { continue }
                throw TransportError("\(name): read", errno: errno)
            }
            guard count > 0 else { throw TransportError("\(name): the key is gone") }
            report += chunk[..<count]
            guard framing == .numberedStream || report.count == Self.reportSize else {
                throw TransportError("\(name): sent a report of \(count) bytes, expected \(Self.reportSize)")
            }
        }
        return report
    }

    /// - Returns: false where nothing happened in time.
    private func wait(_ descriptor: Int32, for event: Int32, milliseconds: Int32) throws(TransportError) -> Bool {
        var request = pollfd(fd: descriptor, events: Int16(event), revents: 0)
        let count = poll(&request, 1, milliseconds)
        if count == 0 { return false }
        guard count > 0 else {
            if errno == EINTR { return true }
            throw TransportError("\(name): poll", errno: errno)
        }
        // What came before the other side went away can still be read.
        guard Int32(request.revents) & event != 0 else { throw TransportError("\(name): the key is gone") }
        return true
    }
}
