import CTAP

extension CTAPHIDDevice {
    /// The device within this process: the thread that writes to a connection executes the command.
    public var loopback: any ReportTransport { LoopbackTransport(device: self) }
}

private struct LoopbackTransport: ReportTransport {
    let device: CTAPHIDDevice

    func connect() throws -> any ReportConnection {
        LoopbackConnection(device, try device.connect(link: "the process itself"))
    }
}

private final class LoopbackConnection: ReportConnection {
    /// A client that writes and never reads must not fill the memory.
    private static let maxUnread = 1024

    private let device: CTAPHIDDevice
    private let connection: DeviceConnection

    init(_ device: CTAPHIDDevice, _ connection: DeviceConnection) {
        self.device = device
        self.connection = connection
    }

    deinit { close() }

    func close() { device.close(connection) }

    func write(_ report: [UInt8]) throws {
        guard let packet = CTAPHIDPacket(report: report) else {
            throw VirtualKeyError("a report has \(CTAPHIDPacket.size) bytes, not \(report.count)")
        }
        guard !connection.isClosed else { throw Self.closed }
        guard connection.unread < Self.maxUnread else {
            throw VirtualKeyError("\(Self.maxUnread) reports of the key wait to be read; read them before you write")
        }
        device.deliver(packet, from: connection)
        // A concurrent reader may have a new deadline.
        connection.nudge()
    }

    func read(milliseconds: Int?) throws -> [UInt8]? {
        if let report = connection.nextReport() { return report }
        let end = milliseconds.map { MonotonicTime.now + .milliseconds($0) }
        while true {
            let changes = connection.changeCount
            let due = device.tick()
            if let report = connection.nextReport() { return report }
            guard !connection.isClosed else { throw Self.closed }
            let left = end.map { $0 - MonotonicTime.now }
            if let left, left <= .zero { return nil }
            connection.wait(after: changes, atMost: [due, left].compactMap(\.self).min())
        }
    }

    private static let closed = VirtualKeyError("the connection to the key is closed; connect again")
}
