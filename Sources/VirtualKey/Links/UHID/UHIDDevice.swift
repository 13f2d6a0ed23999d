import CLinux
import CTAP
import Glibc

/// A HID device that this process gives the kernel through /dev/uhid. It exists between `plugIn` and `unplug`, and at
/// most as long as the process. Each call is one write or read, from any thread.
struct UHIDDevice {
    static let path = "/dev/uhid"

    /// The device's name in the system.
    static let name = "Toque Security Key"
    /// No vendor: the USB Implementers Forum has assigned 0 to nobody, and clients recognize a security key by its
    /// usage page.
    static let vendor: UInt32 = 0
    /// Free to choose without a vendor: "tk". The udev rule recognizes the device by both.
    static let product: UInt32 = 0x746B
    private static let version: UInt32 = 0x0100

    /// CTAP 2.3 section 11.2.8.2; the items are those of HID 1.11 section 6.2.2.
    static let reportDescriptor: [UInt8] = [
        0x06, 0xD0, 0xF1,  // Usage Page (FIDO Alliance)
        0x09, 0x01,  // Usage (U2F and CTAP2 authenticator)
        0xA1, 0x01,  // Collection (Application)
        0x09, 0x20,  // Usage (Data In)
        0x15, 0x00,  // Logical Minimum (0)
        0x26, 0xFF, 0x00,  // Logical Maximum (255)
        0x75, 0x08,  // Report Size (8 bits)
        0x95, UInt8(CTAPHIDPacket.size),  // Report Count
        0x81, 0x02,  // Input (Data, Variable, Absolute)
        0x09, 0x21,  // Usage (Data Out)
        0x15, 0x00,
        0x26, 0xFF, 0x00,
        0x75, 0x08,
        0x95, UInt8(CTAPHIDPacket.size),
        0x91, 0x02,  // Output (Data, Variable, Absolute)
        0xC0,  // End Collection
    ]

    let descriptor: SharedDescriptor

    /// Opens /dev/uhid without blocking.
    /// - Throws: if it is missing or cannot be opened.
    static func open(_ path: String) throws(VirtualKeyError) -> SharedDescriptor {
        let number = Glibc.open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        guard number >= 0 else { throw error(path, errno) }
        return try SharedDescriptor(number, path)
    }

    static func error(_ path: String, _ code: Int32) -> VirtualKeyError {
        switch code {
        case ENOENT, ENODEV, ENXIO:
            VirtualKeyError(
                "there is no \(path): load the kernel's module (sudo modprobe uhid); a container has to be started with "
                    + "--device \(path); without it --pty and --socket work")
        case EACCES, EPERM:
            VirtualKeyError(
                "you may not open \(path): install the udev rule of Toque's package (70-toque.rules), which gives it to "
                    + "who sits at the machine, and log in again; elsewhere let a rule of your own give it to a group of "
                    + "yours")
        default: .system("cannot open \(path)", code)
        }
    }

    /// Adds the device.
    /// - Parameter uniq: distinguishes it from others: HID_UNIQ in sysfs.
    /// - Throws: if the kernel refuses.
    func plugIn(uniq: String) throws(VirtualKeyError) {
        let isDone = write { buffer in
            toque_uhid_create(
                buffer, Self.name, uniq, Self.vendor, Self.product, Self.version, Self.reportDescriptor,
                UInt16(Self.reportDescriptor.count))
        }
        guard isDone else { throw .system("the kernel takes no device at \(Self.path)", errno) }
    }

    /// Removes the device; its clients' open files are then dead. Without a device, nothing happens.
    func unplug() { _ = write(toque_uhid_destroy) }

    /// Gives a report to all clients that have the device open. It is lost if the device was unplugged meanwhile.
    func send(_ report: [UInt8]) {
        _ = write { toque_uhid_input($0, report, UInt16(clamping: report.count)) }
    }

    /// Answers a client that waits for a report.
    func refuse(getReport id: UInt32) { _ = write { toque_uhid_refuse_get_report($0, id, UInt16(EIO)) } }

    /// Answers a client that waits until its report is accepted.
    func refuse(setReport id: UInt32) { _ = write { toque_uhid_refuse_set_report($0, id, UInt16(EIO)) } }

    private func write(_ fill: (UnsafeMutablePointer<UInt8>) -> Int) -> Bool {
        let event = [UInt8](unsafeUninitializedCapacity: toque_uhid_event_size) { buffer, count in
            count = buffer.baseAddress.map(fill) ?? 0
        }
        while Glibc.write(descriptor.number, event, event.count) != event.count {
            guard errno == EINTR else { return false }
        }
        return true
    }

    /// Reads all pending events of the kernel.
    /// - Returns: nil if there will be no more.
    func read() -> [toque_uhid_record]? {
        let capacity = 256
        var isOpen = true
        let records = [toque_uhid_record](unsafeUninitializedCapacity: capacity) { buffer, count in
            guard let base = buffer.baseAddress else { return }
            let taken = toque_uhid_read(descriptor.number, base, Int32(capacity))
            isOpen = taken >= 0
            count = max(Int(taken), 0)
        }
        return isOpen ? records : nil
    }
}
