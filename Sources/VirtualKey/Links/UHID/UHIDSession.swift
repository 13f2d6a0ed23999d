import CTAP

/// What goes on between the kernel and the device, on the thread that serves them.
struct UHIDSession {
    /// What waits to leave for clients that ask on and on without reading; beyond it they are not heard.
    private static let maxUnread = 1024
    /// As many clients share a connection, they may have more channels than one is allowed.
    private static let maxChannels = 256

    private let device: CTAPHIDDevice
    private let uhid: UHIDDevice
    private let inbox: UHIDInbox
    private let wake: @Sendable () -> Void
    /// nil while no client has the device open.
    private var connection: DeviceConnection?
    private var pace = ReportPace()
    private var thinning = KeepaliveThinning()

    /// - Parameter wake: is called where there is something to flush; from any thread.
    init(device: CTAPHIDDevice, uhid: UHIDDevice, inbox: UHIDInbox, wake: @escaping @Sendable () -> Void) {
        self.device = device
        self.uhid = uhid
        self.inbox = inbox
        self.wake = wake
    }

    mutating func handle(_ event: UHIDEvent) {
        switch event {
        // An end that was not told of, for the kernel's queue was full, shows at the next beginning.
        case .started, .stopped, .closed, .opened: end()
        case .output(let data): deliver(data)
        // A security key has no feature reports, and its others go by the interrupt pipes (CTAP 2.3 section 11.2.8.1).
        case .getReport(let id): uhid.refuse(getReport: id)
        case .setReport(let id): uhid.refuse(setReport: id)
        }
    }

    private mutating func deliver(_ data: [UInt8]) {
        // The number of the report, of which there is one, and the report.
        guard data.first == 0, let packet = CTAPHIDPacket(report: Array(data.dropFirst())), let connection = connect(),
            connection.unread < Self.maxUnread
        else { return }
        device.deliver(packet, from: connection)
    }

    private mutating func connect() -> DeviceConnection? {
        if let connection, !connection.isClosed { return connection }
        // Where the device takes no more connections the client hears nothing.
        connection = try? device.connect(link: UHIDDevice.name, maxChannels: Self.maxChannels, wake: wake)
        return connection
    }

    /// Gives out what the device has said, as far as it may leave now.
    /// - Returns: how long the rest has to wait; nil where there is none.
    mutating func flush() -> Duration? {
        if let connection, connection.isClosed {
            // The device's power was taken away by others than the link, which would have unplugged it.
            self.connection = nil
            for report in connection.farewell?.reports ?? [] { uhid.send(report) }
        }
        // Nothing for a client that has gone reaches the next one, which would not know its channel.
        while let connection, connection.unread > 0, !inbox.isDeserted {
            let now = MonotonicTime.now
            if let wait = pace.wait(at: now) { return wait }
            guard let report = connection.nextReport(), thinning.passes(report, at: now) else { continue }
            uhid.send(report)
        }
        return nil
    }

    /// Ends the connection, its channels and its request.
    mutating func end() {
        if let connection { device.close(connection) }
        connection = nil
    }
}
