import CTAP
import Glibc
import Synchronization

/// A connection for reports over an open file: a hidraw node, a terminal or a socket.
final class DescriptorConnection: ReportConnection {
    /// The framing of reports in the file.
    enum Framing: Sendable {
        /// hidraw: one report per call, with a report number before each written one (CTAP 2.3 section 11.2.1).
        case numberedPackets
        /// A terminal: a stream of bytes, with a number before each written report.
        case numberedStream
        /// A socket of packets: one report each.
        case packets
    }

    private static let reportSize = 64
    /// The maximum wait for the other side to make room for a report, in milliseconds.
    private static let writePatience: Int32 = 2000

    private let name: String
    private let framing: Framing
    /// nil if closed.
    private let descriptor: Mutex<Int32?>
    /// The start of a report that a terminal has delivered in parts.
    private let partial = Mutex<[UInt8]>([])

    /// - Parameter descriptor: opened as non-blocking; the connection closes it.
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
            // If a socket's other end is gone, SIGPIPE must not end the process.
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

    /// - Returns: false if nothing happened in time.
    private func wait(_ descriptor: Int32, for event: Int32, milliseconds: Int32) throws(TransportError) -> Bool {
        var request = pollfd(fd: descriptor, events: Int16(event), revents: 0)
        let count = poll(&request, 1, milliseconds)
        if count == 0 { return false }
        guard count > 0 else {
            if errno == EINTR { return true }
            throw TransportError("\(name): poll", errno: errno)
        }
        // Data that arrived before the other side closed can still be read.
        guard Int32(request.revents) & event != 0 else { throw TransportError("\(name): the key is gone") }
        return true
    }
}
