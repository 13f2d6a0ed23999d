import Glibc
import Testing

/// A folder in place of a machine's root.
final class MachineRoot {
    let path: String

    init() throws {
        var template = Array("/tmp/machine.XXXXXX".utf8CString)
        path = String(cString: try #require(mkdtemp(&template)))
    }

    deinit { Self.remove(path) }

    func write(_ name: String, _ bytes: [UInt8], mode: mode_t = 0o600) throws {
        var folder = path
        for component in name.split(separator: "/").dropLast() {
            folder += "/\(component)"
            mkdir(folder, 0o700)
        }
        let descriptor = open(path + name, O_WRONLY | O_CREAT | O_TRUNC, mode)
        try #require(descriptor >= 0 && fchmod(descriptor, mode) == 0)
        defer { close(descriptor) }
        try #require(Glibc.write(descriptor, bytes, bytes.count) == bytes.count)
    }

    /// - Parameter mode: The device file's mode; nil for no file.
    func plugIn(_ node: String, descriptor: [UInt8], name: String, mode: mode_t? = 0o660) throws {
        try write("/sys/class/hidraw/\(node)/device/report_descriptor", descriptor)
        try write("/sys/class/hidraw/\(node)/device/uevent", Array("DRIVER=x\nHID_NAME=\(name)\n".utf8))
        if let mode { try write("/dev/\(node)", [], mode: mode) }
    }

    private static func remove(_ path: String) {
        if let directory = opendir(path) {
            while let entry = readdir(directory) {
                let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                    String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
                }
                if name != ".", name != ".." { remove("\(path)/\(name)") }
            }
            closedir(directory)
        }
        Glibc.remove(path)
    }
}
