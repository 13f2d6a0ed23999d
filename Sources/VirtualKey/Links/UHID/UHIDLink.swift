import CLinux
import CTAP
import Glibc
import Synchronization
import ToqueCrypto

/// Exposes a device as a HID device of the system, through the kernel's uhid: a /dev/hidrawN that udev, browsers and
/// ssh treat as a plugged-in key. It can have any number of clients. The kernel gives each report to all of them and
/// does not tell which one has written, so they share a connection, and their channels distinguish them as on a USB
/// key.
public final class UHIDLink: DeviceLink {
    /// The device's path, such as /dev/hidraw3; may change in a power cycle.
    public var path: String { node.withLock { $0 } }

    /// The largest request in bytes that is never lost, which the device's processor should announce. The kernel keeps
    /// 31 events for us and drops further ones, and a client writes faster than any thread wakes. One of the events
    /// announces that the client has opened the device.
    public static let maxMsgSize = CTAPHIDPacket.maxMessage(packets: 30)

    public let device: CTAPHIDDevice
    private let uhid: UHIDDevice
    private let nodes: HIDRawNode
    private let random: any RandomSource
    private let node: Mutex<String>
    private let inbox = UHIDInbox()
    /// Only reads the kernel's events before there are too many, even while the other thread is busy with a request.
    private let reader: ServingThread
    private let server: ServingThread

    /// Plugs the device in and waits until its node can be opened. Clients are served after `start`.
    /// - Throws: if /dev/uhid is missing or cannot be opened, or if the device's node does not appear or cannot be
    ///   opened.
    public convenience init(_ device: CTAPHIDDevice) throws(VirtualKeyError) {
        try self.init(
            device, descriptor: try UHIDDevice.open(UHIDDevice.path),
            nodes: HIDRawNode(root: "", patience: .seconds(15))
        )
    }

    /// - Parameters:
    ///   - descriptor: an open, non-blocking /dev/uhid.
    ///   - random: the source of names that distinguish the device from others.
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

    /// - Returns: the device's path.
    private static func plugIn(
        _ uhid: UHIDDevice, _ nodes: HIDRawNode, _ random: any RandomSource
    ) throws(VirtualKeyError) -> String {
        // A new name each time, so that the node of a departing device is not mistaken for this one's.
        let digits = random.bytes(8).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
        let uniq = "toque-\(digits.joined())"
        try uhid.plugIn(uniq: uniq)
        return try nodes.path(uniq: uniq)
    }

    /// Starts to serve clients, on its own threads.
    /// - Throws: if the link was started or stopped before.
    public func start() throws(VirtualKeyError) {
        try server.start { [self] in serve() }
        try reader.start { [self] in read() }
    }

    /// Removes the device. From any thread; calling it again does nothing.
    public func stop() {
        reader.stop()
        server.stop()
        uhid.unplug()
        uhid.descriptor.close()
    }

    /// Unplugs the device and plugs it in again. From any thread.
    /// - Throws: if the kernel or udev fail where they succeeded at first.
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
