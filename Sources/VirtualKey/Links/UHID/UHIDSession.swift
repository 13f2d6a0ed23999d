import CTAP

/// The exchange between the kernel and the device, on the serving thread.
struct UHIDSession {
    /// The limit for output to clients that send without reading; beyond it, their input is ignored.
    private static let maxUnread = 1024
    /// Many clients share a connection, so they may have more channels than a single client.
    private static let maxChannels = 256

    private let device: CTAPHIDDevice
    private let uhid: UHIDDevice
    private let inbox: UHIDInbox
    private let wake: @Sendable () -> Void
    /// nil while no client has the device open.
    private var connection: DeviceConnection?
    private var pace = ReportPace()
    private var thinning = KeepaliveThinning()

    /// - Parameter wake: called when there is output to flush; from any thread.
    init(device: CTAPHIDDevice, uhid: UHIDDevice, inbox: UHIDInbox, wake: @escaping @Sendable () -> Void) {
        self.device = device
        self.uhid = uhid
        self.inbox = inbox
        self.wake = wake
    }

    mutating func handle(_ event: UHIDEvent) {
        switch event {
        // If the kernel's queue was full, an unreported end shows at the next beginning.
        case .started, .stopped, .closed, .opened: end()
        case .output(let data): deliver(data)
        // A security key has no feature reports, and its others use the interrupt pipes (CTAP 2.3 section 11.2.8.1).
        case .getReport(let id): uhid.refuse(getReport: id)
        case .setReport(let id): uhid.refuse(setReport: id)
        }
    }

    private mutating func deliver(_ data: [UInt8]) {
        // The number of the only report, then the report.
        guard data.first == 0, let packet = CTAPHIDPacket(report: Array(data.dropFirst())), let connection = connect(),
            connection.unread < Self.maxUnread
        else { return }
        device.deliver(packet, from: connection)
    }

    private mutating func connect() -> DeviceConnection? {
        if let connection, !connection.isClosed { return connection }
        // If the device accepts no more connections, the client gets no response.
        connection = try? device.connect(link: UHIDDevice.name, maxChannels: Self.maxChannels, wake: wake)
        return connection
    }

    /// Sends the device's output as far as it may leave now.
    /// - Returns: how long the rest must wait; nil if there is none.
    mutating func flush() -> Duration? {
        if let connection, connection.isClosed {
            // The power was cut by something other than the link, which would have unplugged the device.
            self.connection = nil
            for report in connection.farewell?.reports ?? [] { uhid.send(report) }
        }
        // Output for a departed client does not reach the next one, which would not know its channel.
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
