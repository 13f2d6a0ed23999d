import CLinux
import CTAP
import Glibc

/// Exposes a device as a pseudo-terminal, which libfido2 opens like a hidraw node: every tool with a device path option
/// can use it, in any container and without privileges. It has one client at a time and belongs only to its owner.
public final class PseudoTerminalLink: DeviceLink {
    /// The device's path, such as /dev/pts/3.
    public var path: String { terminal.path }

    public let device: CTAPHIDDevice
    private let terminal: PseudoTerminal
    private let thread: ServingThread

    /// Opens the terminal. Its client is served after `start`.
    /// - Throws: if the system provides no pseudo-terminal.
    public init(_ device: CTAPHIDDevice) throws(VirtualKeyError) {
        self.device = device
        thread = try ServingThread()
        terminal = try PseudoTerminal()
    }

    /// Starts to serve, on its own thread.
    /// - Throws: if the link was started or stopped before.
    public func start() throws(VirtualKeyError) {
        try thread.start { [self] in serve() }
    }

    /// Closes the terminal. From any thread; calling it again does nothing.
    public func stop() {
        if thread.stop() { terminal.close() }
    }

    // MARK: - On the thread

    static let reportSize = CTAPHIDPacket.size

    private func serve() {
        var session = TerminalSession(device: device, terminal: terminal, thread: thread)
        while !thread.isStopping {
            let due = device.tick()
            thread.prepareToSleep()
            session.flush()
            var polled = session.polled
            thread.sleep(&polled, atMost: due)
            session.handle(polled)
        }
        session.end()
        terminal.close()
    }
}

/// The terminal's data, on the serving thread.
private struct TerminalSession {
    /// Clients put a report number before each report, as hidraw requires.
    private static let inputSize = CTAPHIDPacket.size + 1

    private let device: CTAPHIDDevice
    private let terminal: PseudoTerminal
    private let thread: ServingThread
    /// nil until the client's first report.
    private var connection: DeviceConnection?
    private var input: [UInt8] = []
    /// Output that does not fit into the terminal. Until it does, nothing more is read, so that little waits.
    private var unsent: [UInt8] = []
    private var openers = 0
    /// True from when the last client closes the terminal until the next one begins. Data in its kernel buffer is then
    /// the old client's, such as libfido2's closing CTAPHID_CANCEL: a response would reach the new client.
    private var isDeserted = false

    init(device: CTAPHIDDevice, terminal: PseudoTerminal, thread: ServingThread) {
        self.device = device
        self.terminal = terminal
        self.thread = thread
    }

    var polled: [pollfd] {
        [
            pollfd(
                fd: terminal.master.number, events: Int16(unsent.isEmpty ? POLLIN : POLLOUT), revents: 0),
            pollfd(fd: terminal.watch.number, events: Int16(POLLIN), revents: 0),
        ]
    }

    mutating func handle(_ polled: [pollfd]) {
        if unsent.isEmpty, polled.first?.isReadable == true { receive() }
        // After reading, before acting on the data: a new client's first report is then never mistaken for its
        // predecessor's.
        let departure = terminal.departure(&openers)
        if departure != .nobody { forgetClient() }
        if departure == .last { isDeserted = true }
        if isDeserted { awaitClient() }
        deliver()
    }

    private mutating func receive() {
        let room = 64 * Self.inputSize
        let bytes = [UInt8](unsafeUninitializedCapacity: room) { buffer, initialized in
            initialized = max(read(terminal.master.number, buffer.baseAddress, room), 0)
        }
        if input.isEmpty { input = bytes } else { input += bytes }
    }

    /// A client has closed the terminal: none of its data may reach the next one.
    private mutating func forgetClient() {
        discardInput()
        unsent = []
        terminal.discardReplies()
        end()
    }

    /// Drops the old client's remaining data, but not the data of a new one.
    private mutating func discardInput() {
        guard openers > 0, let first = input.indices.last(where: { beginsChannel(at: $0) }) else { return input = [] }
        input.removeFirst(first)
    }

    /// Drops data before a client's first report.
    private mutating func awaitClient() {
        guard let first = input.indices.first(where: { beginsChannel(at: $0) }) else {
            // A report can arrive in parts.
            return input = Array(input.suffix(Self.inputSize - 1))
        }
        input.removeFirst(first)
        isDeserted = false
    }

    /// True if a CTAPHID_INIT on the broadcast channel starts there.
    private func beginsChannel(at offset: Int) -> Bool {
        let head: [UInt8] = [0] + CTAPHIDChannel.broadcast.bytes + [CTAPHIDCommand.`init`.rawValue | 0x80, 0, 8]
        return input[offset...].starts(with: head)
    }

    private mutating func deliver() {
        var rest = input[...]
        while rest.count >= Self.inputSize {
            let report = Array(rest.dropFirst().prefix(CTAPHIDPacket.size))
            rest = rest.dropFirst(Self.inputSize)
            guard let packet = CTAPHIDPacket(report: report), let connection = connect() else { continue }
            device.deliver(packet, from: connection)
        }
        input = Array(rest)
    }

    private mutating func connect() -> DeviceConnection? {
        if let connection, !connection.isClosed { return connection }
        // If the device accepts no more connections, the client gets no response, like from an unplugged key.
        connection = try? device.connect(link: terminal.path, wake: { [thread] in thread.wake() })
        return connection
    }

    mutating func flush() {
        if let connection, connection.isClosed {
            // A power cycle. The client cannot be disconnected, but its pending output is gone.
            self.connection = nil
            terminal.discardReplies()
            unsent = connection.farewell?.reports.flatMap(\.self) ?? []
        }
        while let report = connection?.nextReport() { unsent += report }
        while !unsent.isEmpty {
            let count = write(terminal.master.number, unsent, unsent.count)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return }
            unsent.removeFirst(count)
        }
    }

    mutating func end() {
        if let connection { device.close(connection) }
        connection = nil
    }
}
