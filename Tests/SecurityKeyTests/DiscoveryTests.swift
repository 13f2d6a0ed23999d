import CLibFIDO2
import Glibc
import Testing
import ToqueTestSupport

@testable import SecurityKey

@Suite struct DiscoveryTests {
    /// The report descriptor of a key (CTAP 2.3 section 11.2.8.2), and the start of a keyboard's.
    private static let fido = hex("06d0f10901a1010920150026ff007508954081020921150026ff00750895409102c0")
    private static let keyboard = hex("05010906a101050719e029e7")

    @Test("libfido2's version is read from its file name")
    func theLibraryTellsItsVersion() {
        #expect(FIDOLibrary.name.hasPrefix("libfido2 1."))
        #expect(FIDOLibrary.version(ofFile: "/usr/lib/libfido2.so.1.12.0") == "1.12.0")
        for other in [
            nil, "/usr/lib/libfido2.so.1", "/usr/lib/libfido2.so", "/opt/libfido2.so.1.x.0", "/usr/bin/toque",
        ] {
            #expect(FIDOLibrary.version(ofFile: other) == nil)
        }
    }

    @Test("The search for keys lists device files and may find none")
    func theSearchForKeysSucceedsOnAMachineWithoutAny() async throws {
        for key in try await KeyDiscovery.list() { #expect(key.path.hasPrefix("/dev/")) }
    }

    @Test("The report descriptor of a FIDO key is recognized, and no other one")
    func reportDescriptorsOfKeysAreKnown() {
        #expect(KeyDiagnosis.isFIDO(Self.fido))
        #expect(!KeyDiagnosis.isFIDO(Self.keyboard))
        #expect(!KeyDiagnosis.isFIDO([]))
        // D0 F1 as another item's data, inside a long item, and truncated.
        #expect(!KeyDiagnosis.isFIDO([0x26, 0xD0, 0xF1]))
        #expect(!KeyDiagnosis.isFIDO([0xFE, 0x03, 0x10, 0x06, 0xD0, 0xF1]))
        #expect(!KeyDiagnosis.isFIDO([0x06, 0xD0]))
    }

    @Test("A machine without HID devices is diagnosed")
    func aMachineWithoutHIDDevicesIsDiagnosed() throws {
        let root = try MachineRoot()
        let diagnosis = KeyDiagnosis(root: root.path)
        #expect(!diagnosis.isUsable)
        #expect(diagnosis.description.contains("The kernel knows no HID device"))
    }

    @Test("The diagnosis of a container without HID devices suggests --device")
    func aContainerWithoutHIDDevicesIsDiagnosed() throws {
        let root = try MachineRoot()
        try root.write("/.dockerenv", [])
        #expect(KeyDiagnosis(root: root.path).description.contains("--device /dev/hidrawN"))
    }

    @Test("A machine whose HID devices are not FIDO keys is diagnosed")
    func aMachineWithOtherDevicesAloneIsDiagnosed() throws {
        let root = try MachineRoot()
        try root.plugIn("hidraw0", descriptor: Self.keyboard, name: "Keyboard")
        let diagnosis = KeyDiagnosis(root: root.path)
        #expect(diagnosis.devices.isEmpty)
        #expect(diagnosis.description.contains("1 HID device, none of them a FIDO key"))
    }

    @Test("The diagnosis of a key without permission suggests a udev rule")
    func aKeyWithoutPermissionIsDiagnosed() throws {
        let root = try MachineRoot()
        try root.plugIn("hidraw2", descriptor: Self.fido, name: "Maker Key", mode: 0o600)
        let diagnosis = KeyDiagnosis(root: root.path, mayOpen: { _ in false })
        #expect(
            diagnosis.devices
                == [KeyDiagnosis.Device(path: "/dev/hidraw2", name: "Maker Key", access: .denied(group: nil))])
        #expect(diagnosis.description.contains("libu2f-udev"))
        #expect(diagnosis.description.contains(#"ENV{ID_SECURITY_TOKEN}=="1""#))
        #expect(!diagnosis.isUsable)
    }

    @Test("The diagnosis names the group with permission to open a key")
    func theGroupThatMayOpenAKeyIsNamed() throws {
        let root = try MachineRoot()
        try root.plugIn("hidraw2", descriptor: Self.fido, name: "Maker Key", mode: 0o660)
        let diagnosis = KeyDiagnosis(root: root.path, mayOpen: { _ in false })
        #expect(diagnosis.devices.map(\.access) == [.denied(group: getgid())])
        #expect(diagnosis.description.contains("join the group \(getgid())"))
    }

    @Test("A key without a device file is diagnosed, in a container too")
    func aKeyWhoseFileIsMissingIsDiagnosed() throws {
        let root = try MachineRoot()
        try root.plugIn("hidraw2", descriptor: Self.fido, name: "Maker Key", mode: nil)
        #expect(KeyDiagnosis(root: root.path).description.contains("udev has not made it"))
        try root.write("/run/.containerenv", [])
        #expect(KeyDiagnosis(root: root.path).description.contains("`--device /dev/hidraw2`"))
    }

    @Test("A machine is usable if one of its keys may be opened")
    func aKeyThatCanBeUsedIsFound() throws {
        let root = try MachineRoot()
        try root.plugIn("hidraw10", descriptor: Self.fido, name: "Second Key")
        try root.plugIn("hidraw9", descriptor: Self.fido, name: "First Key")
        let diagnosis = KeyDiagnosis(root: root.path + "/", mayOpen: { $0 == root.path + "/dev/hidraw9" })
        #expect(diagnosis.isUsable)
        #expect(diagnosis.devices.map(\.name) == ["First Key", "Second Key"])
        #expect(diagnosis.devices.map(\.access) == [.allowed, .denied(group: getgid())])
    }
}
