import Glibc
import Testing

@testable import VirtualKey

/// Finding a device's file.
struct HIDRawNodeTests {
    private let root: FolderTree

    init() throws { root = try FolderTree() }

    private func path() throws -> String {
        try HIDRawNode(root: root.path, patience: .zero).path(uniq: "toque-1")
    }

    @Test("The hidraw node with the device's name is found")
    func itIsTheOneWithTheName() throws {
        for (number, uniq) in ["", "toque-12", "xtoque-1", "toque-1", "toque-2"].enumerated() {
            root.write("sys/class/hidraw/hidraw\(number)/device/uevent", "HID_ID=1\nHID_UNIQ=\(uniq)\nMODALIAS=x\n")
            root.write("dev/hidraw\(number)", "")
        }
        #expect(try path() == "/dev/hidraw3")
    }

    @Test("The error for a missing hidraw node names hid_generic")
    func aMissingNodeIsTheKernels() {
        let error = #expect(throws: VirtualKeyError.self) { try path() }
        #expect(error?.message.contains("hid_generic") == true)
    }

    @Test("The error for a missing device file names the file")
    func aMissingFileIsUdevs() {
        root.write("sys/class/hidraw/hidraw3/device/uevent", "HID_UNIQ=toque-1\n")
        let error = #expect(throws: VirtualKeyError.self) { try path() }
        #expect(error?.message.contains("/dev/hidraw3, but that file is not here") == true)
    }

    @Test("The error for a device file without permission names the udev rules")
    func aFileThatMayNotBeOpenedIsTheRules() {
        #expect(HIDRawNode.error("hidraw3", EACCES).message.contains("70-toque.rules"))
    }
}
