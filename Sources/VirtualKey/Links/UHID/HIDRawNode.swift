import Glibc

/// The file that clients of a HID device open.
struct HIDRawNode {
    /// The folder used as the machine's root, without a trailing slash.
    let root: String
    /// The time limit for the kernel and udev.
    let patience: Duration

    private static let pause: UInt32 = 5_000

    /// Waits until the node of a device exists and can be opened.
    /// - Parameter uniq: distinguishes the device from others.
    /// - Returns: such as /dev/hidraw3.
    /// - Throws: if that does not happen in time.
    func path(uniq: String) throws(VirtualKeyError) -> String {
        let end = MonotonicTime.now + patience
        while true {
            let name = name(uniq: uniq)
            let code = name.map { access("\(root)/dev/\($0)", R_OK | W_OK) == 0 ? 0 : errno }
            if let name, code == 0 { return "/dev/\(name)" }
            guard MonotonicTime.now < end else { throw Self.error(name, code) }
            usleep(Self.pause)
        }
    }

    static func error(_ name: String?, _ code: Int32?) -> VirtualKeyError {
        guard let name, let code else {
            return VirtualKeyError(
                "the kernel has made no hidraw node for the key: load its module hid_generic (sudo modprobe "
                    + "hid_generic); a kernel without CONFIG_HIDRAW cannot show keys")
        }
        let path = "/dev/\(name)"
        return switch code {
        case ENOENT:
            VirtualKeyError(
                "the kernel has the key at \(path), but that file is not here: a container sees devices that come "
                    + "later only with the machine's /dev (--volume /dev:/dev); elsewhere udevd must run")
        case EACCES, EPERM:
            VirtualKeyError(
                "the key is at \(path), which you may not open: install the udev rule of Toque's package "
                    + "(70-toque.rules), which grants it to the user at the machine")
        default: .system("cannot use \(path)", code)
        }
    }

    /// The kernel's name of the node, in sysfs.
    private func name(uniq: String) -> String? {
        let folder = "\(root)/sys/class/hidraw"
        guard let directory = opendir(folder) else { return nil }
        defer { closedir(directory) }
        let line = Array("HID_UNIQ=\(uniq)".utf8)
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard name.hasPrefix("hidraw") else { continue }
            let lines = Self.contents(of: "\(folder)/\(name)/device/uevent").split(separator: UInt8(ascii: "\n"))
            if lines.contains(where: { $0.elementsEqual(line) }) { return name }
        }
        return nil
    }

    private static func contents(of path: String) -> [UInt8] {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return [] }
        defer { close(file) }
        // sysfs returns at most a page.
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(file, &bytes, bytes.count)
        return Array(bytes.prefix(max(count, 0)))
    }
}
