import CLinux
import CTAP
import Glibc
import Synchronization
import ToqueCrypto

/// Shows a device as a HID device of the system, through the kernel's uhid: a /dev/hidrawN that udev, browsers and ssh
/// take for a key that is plugged in. Any number of clients; the kernel gives each report to all of them and does not
/// say which one has written, so that they share a connection, and their channels tell them apart as on a USB key.
public final class UHIDLink: DeviceLink {
    /// Where the device is, such as /dev/hidraw3; may be another after a power cycle.
    public var path: String { node.withLock { $0 } }

    /// The longest request that is never lost, in bytes, which the device's processor should say of itself. The kernel
    /// keeps 31 events for us and drops what comes then, and a client writes faster than any thread wakes; one of them
    /// tells that the client has opened the device.
    public static let maxMsgSize = CTAPHIDPacket.maxMessage(packets: 30)

    public let device: CTAPHIDDevice
    private let uhid: UHIDDevice
    private let nodes: HIDRawNode
    private let random: any RandomSource
    private let node: Mutex<String>
    private let inbox = UHIDInbox()
    /// Does nothing but take the kernel's events before there are too many, also while a request is at work on the
    /// other thread.
    private let reader: ServingThread
    private let server: ServingThread

    /// Plugs the device in and waits until its node may be opened; clients are served after `start`.
    /// - Throws: where /dev/uhid is missing or may not be opened, or the device's node does not come or may not be.
    public convenience init(_ device: CTAPHIDDevice) throws(VirtualKeyError) {
        try self.init(
            device, descriptor: try UHIDDevice.open(UHIDDevice.path),
            nodes: HIDRawNode(root: "", patience: .seconds(15))
        )
    }

    /// - Parameters:
    ///   - descriptor: an open /dev/uhid, which does not block.
    ///   - random: for names that tell the device from others.
    init(
        _ device: CTAPHIDDevice, descriptor: SharedDescriptor, nodes: HIDRawNode,
        random: any RandomSource = SystemRandom()
    ) throws(VirtualKeyError) {
        self.device = device
        self.nodes = nodes
        self.random = random
        uhid = UHIDDevice(descriptor: descriptor)
        reader = try ServingThread()
        server = try ServingThread()
        node = Mutex(try Self.plugIn(uhid, nodes, random))
    }

    /// - Returns: where the device is.
    private static func plugIn(
        _ uhid: UHIDDevice, _ nodes: HIDRawNode, _ random: any RandomSource
    ) throws(VirtualKeyError) -> String {
        // Another one each time, so that the node of a device that is just going is not taken for this one's.
        let digits = random.bytes(8).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
        let uniq = "toque-\(digits.joined())"
        try uhid.plugIn(uniq: uniq)
        return try nodes.path(uniq: uniq)
    }

    /// Begins to serve clients, on threads of its own.
    /// - Throws: where the link was started or stopped before.
    public func start() throws(VirtualKeyError) {
        try server.start { [self] in serve() }
        try reader.start { [self] in read() }
    }

    /// Takes the device away. From any thread; a second time does nothing.
    public func stop() {
        reader.stop()
        server.stop()
        uhid.unplug()
        uhid.descriptor.close()
    }

    /// Unplugs the device and plugs it in again. From any thread.
    /// - Throws: where the kernel or udev do not play along as they did at first.
    public func powerCycle() throws(VirtualKeyError) {
        uhid.unplug()
        device.powerCycle()
        let path = try Self.plugIn(uhid, nodes, random)
        node.withLock { $0 = path }
    }

    // MARK: - On the reader's thread

    private func read() {
        while !reader.isStopping {
            var polled = [pollfd(fd: uhid.descriptor.number, events: Int16(POLLIN), revents: 0)]
            reader.sleep(&polled, atMost: nil)
            guard polled.allSatisfy(\.isReadable) else { continue }
            guard let records = uhid.read() else { break }
            inbox.append(records)
            server.wake()
        }
        // Without the kernel there are no clients.
        var end = toque_uhid_record()
        end.type = UHID_STOP.rawValue
        inbox.append([end])
        server.wake()
    }

    // MARK: - On the server's thread

    private func serve() {
        var session = UHIDSession(device: device, uhid: uhid, inbox: inbox) { [server] in server.wake() }
        while !server.isStopping {
            let due = device.tick()
            server.prepareToSleep()
            let pause = session.flush()
            var none: [pollfd] = []
            if inbox.isEmpty { server.sleep(&none, atMost: [due, pause].compactMap(\.self).min()) }
            for event in inbox.takeAll() { session.handle(event) }
        }
        session.end()
    }
}
