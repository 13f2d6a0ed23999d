import Glibc

/// Why a key is, or is not, found on this machine, and how to fix it. Reads files only; opens no device.
public struct KeyDiagnosis: Sendable, Hashable, CustomStringConvertible {
    /// The access that a device file grants.
    public enum Access: Sendable, Hashable {
        case allowed
        /// The group of the file, if the file grants its group any access.
        case denied(group: UInt32?)
        /// The kernel knows the device, but there is no file.
        case missing
    }

    /// A FIDO device that the kernel knows.
    public struct Device: Sendable, Hashable {
        public var path: String
        /// The kernel's name for it; empty if it has none.
        public var name: String
        public var access: Access
    }

    /// FIDO devices, by their usage page, sorted by path.
    public let devices: [Device]
    /// HID devices of any kind.
    public let otherDevices: Int
    public let isContainer: Bool

    /// - Parameters:
    ///   - root: the folder to treat as the machine's root.
    ///   - mayOpen: whether this process may read and write a file; the file's path begins with `root`.
    public init(
        root: String = "/", mayOpen: (_ path: String) -> Bool = { access($0, R_OK | W_OK) == 0 }
    ) {
        let root = root.hasSuffix("/") ? String(root.dropLast()) : root
        let nodes = Self.names(in: "\(root)/sys/class/hidraw").filter { $0.hasPrefix("hidraw") }.sorted {
            ($0.utf8.count, $0) < ($1.utf8.count, $1)
        }
        devices = nodes.compactMap { node in
            let folder = "\(root)/sys/class/hidraw/\(node)/device"
            guard Self.isFIDO(Self.read("\(folder)/report_descriptor") ?? []) else { return nil }
            var status = stat()
            let file = "\(root)/dev/\(node)"
            let access: Access =
                if stat(file, &status) != 0 {
                    .missing
                } else if mayOpen(file) {
                    .allowed
                } else {
                    .denied(group: status.st_mode & (S_IRGRP | S_IWGRP) == 0 ? nil : status.st_gid)
                }
            return Device(path: "/dev/\(node)", name: Self.name(Self.read("\(folder)/uevent") ?? []), access: access)
        }
        otherDevices = nodes.count - devices.count
        isContainer = ["/.dockerenv", "/run/.containerenv"].contains { access(root + $0, F_OK) == 0 }
    }

    /// True if there is a usable key.
    public var isUsable: Bool { devices.contains { $0.access == .allowed } }

    /// The problems and how to fix them, a sentence or two for each.
    public var findings: [String] {
        guard !devices.isEmpty else { return [absence] }
        return devices.map { device in
            let name = device.name.isEmpty ? device.path : "\(device.name) (\(device.path))"
            return switch device.access {
            case .allowed: "\(name) can be used."
            case .missing:
                "\(name) is plugged in, but the file \(device.path) is not here: "
                    + (isContainer
                        ? "this is a container; start it with `--device \(device.path)`."
                        : "udev has not made it; see to it that udevd runs.")
            case .denied(let group):
                "\(name) is plugged in, but you may not open it. \(Self.remedy(group: group))"
            }
        }
    }

    public var description: String { findings.joined(separator: " ") }

    private var absence: String {
        if isContainer, otherDevices == 0 {
            return
                "This is a container that sees no HID device: start it with `--device /dev/hidrawN`, or use a key in "
                + "software, such as `toque key serve --pty`."
        }
        return otherDevices == 0
            ? "The kernel knows no HID device (/sys/class/hidraw is empty): plug a key in; a virtual machine has to be "
                + "given it; a kernel without CONFIG_HIDRAW cannot have one. A key in software, such as "
                + "`toque key serve --pty`, needs none."
            : "\(otherDevices) HID device\(otherDevices == 1 ? "" : "s"), none of them a FIDO key: plug a key in, or switch "
                + "its FIDO interface on."
    }

    /// udev's fido_id marks keys (ID_SECURITY_TOKEN), and systemd gives them to the user at the machine. Over SSH there
    /// is no such user, and older systems need the rules of a package.
    private static func remedy(group: UInt32?) -> String {
        let rule =
            #"KERNEL=="hidraw*", SUBSYSTEM=="hidraw", ENV{ID_SECURITY_TOKEN}=="1", GROUP="plugdev", MODE="0660", "#
            + #"TAG+="uaccess""#
        let join = group.map { "You may join the group \($0) that it belongs to, or install" } ?? "Install"
        return
            "\(join) Debian's package libu2f-udev, or write the rule \(rule) to /etc/udev/rules.d/70-fido.rules and run "
            + "`udevadm control --reload && udevadm trigger` (and `adduser NAME plugdev` if you work over SSH); then "
            + "plug the key in again."
    }

    // MARK: - Files

    /// Returns true if a HID report descriptor has the usage page of FIDO, 0xF1D0 (CTAP 2.3 section 11.2.8.2).
    static func isFIDO(_ descriptor: [UInt8]) -> Bool {
        var rest = descriptor[...]
        while let head = rest.popFirst() {
            // HID 1.11 section 6.2.2: the low two bits are the size of the item's data, where 3 means 4.
            let size = head & 3 == 3 ? 4 : Int(head & 3)
            let data = rest.prefix(size)
            rest = rest.dropFirst(size)
            // A long item: its size is the first byte of its data.
            if head == 0xFE {
                rest = rest.dropFirst(Int(data.first ?? 0))
            } else if head & 0xFC == 0x04, Array(data) == [0xD0, 0xF1] {
                return true
            }
        }
        return false
    }

    /// HID_NAME of a uevent file.
    private static func name(_ uevent: [UInt8]) -> String {
        let prefix = Array("HID_NAME=".utf8)
        let line = uevent.split(separator: UInt8(ascii: "\n")).first { $0.starts(with: prefix) }
        return line.map { String(decoding: $0.dropFirst(prefix.count), as: UTF8.self) } ?? ""
    }

    private static func names(in folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            names.append(name)
        }
        return names
    }

    /// Reads a small file; nil if it cannot be read.
    private static func read(_ path: String) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        // More than the maximum of a report descriptor (HID_MAX_DESCRIPTOR_SIZE of the kernel, 4096).
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        return count < 0 ? nil : Array(bytes[..<count])
    }
}
