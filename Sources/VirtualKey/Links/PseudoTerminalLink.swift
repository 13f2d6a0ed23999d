import CLinux
import CTAP
import Glibc

/// Shows a device as a pseudo-terminal, which libfido2 opens as it opens a hidraw node: every tool that takes a
/// device's path takes it, in any container and without privileges. One client at a time; the terminal is its owner's
/// alone.
public final class PseudoTerminalLink: DeviceLink {
    /// Where the device is, such as /dev/pts/3.
    public var path: String { terminal.path }

    public let device: CTAPHIDDevice
    private let terminal: PseudoTerminal
    private let thread: ServingThread

    /// Opens the terminal; its client is served after `start`.
    /// - Throws: where the system gives no pseudo-terminal.
    public init(_ device: CTAPHIDDevice) throws(VirtualKeyError) {
        self.device = device
        thread = try ServingThread()
        terminal = try PseudoTerminal()
    }

    /// Begins to serve, on a thread of its own.
    /// - Throws: where the link was started or stopped before.
    public func start() throws(VirtualKeyError) {
        try thread.start { [self] in serve() }
    }

    /// Closes the terminal. From any thread; a second time does nothing.
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

/// The bytes that go through the terminal, on the serving thread.
private struct TerminalSession {
    /// Clients put a report number before each report, as hidraw wants it.
    private static let inputSize = CTAPHIDPacket.size + 1

    private let device: CTAPHIDDevice
    private let terminal: PseudoTerminal
    private let thread: ServingThread
    /// nil until the client's first report.
    private var connection: DeviceConnection?
    private var input: [UInt8] = []
    /// What the terminal had no room for. Until it has, nothing more is read, so that what waits stays small.
    private var unsent: [UInt8] = []
    private var openers = 0
    /// Since the last client has closed the terminal, until the next one begins. What its kernel buffer still yields
    /// meanwhile is the old one's, such as the CTAPHID_CANCEL that libfido2 closes with: an answer would reach the new
    /// one.
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
        // After reading, before what was read is acted upon: a new client's first report is then never taken for one
        // of its predecessor's.
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

    /// A client has closed the terminal: nothing of it may reach the next one.
    private mutating func forgetClient() {
        discardInput()
        unsent = []
        terminal.discardReplies()
        end()
    }

    /// Drops what the client has left, but what the next one has begun with where one is there already.
    private mutating func discardInput() {
        guard openers > 0, let first = input.indices.last(where: { beginsChannel(at: $0) }) else { return input = [] }
        input.removeFirst(first)
    }

    /// Drops what comes before a client's first report.
    private mutating func awaitClient() {
        guard let first = input.indices.first(where: { beginsChannel(at: $0) }) else {
            // A report can come in parts.
            return input = Array(input.suffix(Self.inputSize - 1))
        }
        input.removeFirst(first)
        isDeserted = false
    }

    /// Whether a CTAPHID_INIT on the broadcast channel stands there.
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
        // Where the device takes no more connections the client hears nothing, as of a key that is unplugged.
        connection = try? device.connect(link: terminal.path, wake: { [thread] in thread.wake() })
        return connection
    }

    mutating func flush() {
        if let connection, connection.isClosed {
            // A power cycle; the client cannot be sent away, but what it would read is gone.
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
