import Testing

@testable import RiskSignals

/// The table of described devices with the expected signals.
@Suite struct FixtureTableTests {
    @Test("The laptop fixture gives its expected signals")
    func laptop() throws {
        let collected = try DeviceRoot(fixture: .laptop).collect()
        let signals = collected.signals
        #expect(signals.isCharging == true)
        #expect(signals.screenBrightness == 128)
        #expect(signals.screenDimensions == ScreenDimensions(height: 1080, width: 1920))
        #expect(signals.isEmulated == false)
        #expect(signals.userTimeZoneOffset == "-03")
        #expect(signals.language == "pt")
        #expect(signals.osVersion == "Debian GNU/Linux 12")
        #expect(signals.isRootedDevice == false)
        #expect(signals.elapsedTimeSinceBoot == 86_400_250)
        #expect(signals.isUsbConnected == false)
        #expect(signals.integrity == .unevaluated)
        #expect(signals.deviceId == "78c093cac0c777033df5c922a85c0bb867da6039d51b91c74f1d49dba3c889ce")
        #expect(collected.simulated)
    }

    @Test("A desktop on mains power is not charging and has no brightness")
    func desktop() throws {
        let signals = try device([
            "/sys/class/power_supply/AC/type": "Mains\n", "/sys/class/power_supply/AC/online": "1\n",
        ]).signals()
        #expect(signals.isCharging == false)
        #expect(signals.screenBrightness == nil)
        #expect(signals.toJson()["screenBrightness"] == nil)
    }

    @Test("A charging mouse does not make the device charge")
    func batteryOfAMouse() throws {
        let root = device([
            "/sys/class/power_supply/hidpp_battery_0/type": "Battery\n",
            "/sys/class/power_supply/hidpp_battery_0/scope": "Device\n",
            "/sys/class/power_supply/hidpp_battery_0/status": "Charging\n",
        ])
        #expect(try root.signals().isCharging == false)
    }

    @Test(
        "Only a present battery with status Charging is charging",
        arguments: [
            ("Full", "1", false), ("Not charging", "1", false), ("Discharging", "1", false), ("Unknown", "1", false),
            ("Charging", "0", false), ("Charging", "1", true),
        ])
    func battery(status: String, present: String, isCharging: Bool) throws {
        let root = device([
            "/sys/class/power_supply/AC/type": "Mains\n", "/sys/class/power_supply/AC/online": "1\n",
            "/sys/class/power_supply/BAT0/type": "Battery\n",
            "/sys/class/power_supply/BAT0/present": .file(Array("\(present)\n".utf8)),
            "/sys/class/power_supply/BAT0/status": .file(Array("\(status)\n".utf8)),
        ])
        #expect(try root.signals().isCharging == isCharging)
    }

    @Test("A process of the root user counts as rooted")
    func root() throws {
        let signals = try device(["/proc/self/status": status(user: 0)]).signals()
        #expect(signals.isRootedDevice == true)
    }

    @Test("A process with CAP_SYS_ADMIN counts as rooted")
    func administrationCapability() throws {
        let with = device(["/proc/self/status": status(capabilities: "0000000000200000")])
        let without = device(["/proc/self/status": status(capabilities: "00000000000fffff")])
        #expect(try with.signals().isRootedDevice == true)
        #expect(try without.signals().isRootedDevice == false)
    }

    @Test("Root of a user namespace does not count as rooted")
    func rootOfAUserNamespace() throws {
        let root = device([
            "/proc/self/status": status(user: 0, capabilities: "000001ffffffffff"),
            "/proc/self/uid_map": "         0       1000          1\n",
        ])
        #expect(try root.signals().isRootedDevice == false)
    }

    @Test("The strict root check counts a member of sudo as rooted")
    func strictRootCheck() throws {
        var options = RiskSignalsCollector.Options()
        options.isRootCheckStrict = true
        let group: MemoryTree.Entry = "root:x:0:\nsudo:x:27:ana\nusers:x:100:\n"
        let member = device(["/etc/group": group, "/proc/self/status": status(groups: "27 1000")])
        let other = device(["/etc/group": group, "/proc/self/status": status(groups: "100 1000")])
        #expect(try member.signals().isRootedDevice == false)
        #expect(try member.signals(options: options).isRootedDevice == true)
        #expect(try other.signals(options: options).isRootedDevice == false)
    }

    @Test(
        "Without a valid machine ID, a drawn device ID is kept in the state folder",
        arguments: ["", "uninitialized\n", "00000000000000000000000000000000\n", "0011\n"])
    func machineIDIsNone(content: String) throws {
        let folder = try TemporaryFolder()
        let root = device(
            ["/etc/machine-id": .file(Array(content.utf8))],
            state: FileStateDirectory(path: "\(folder.path)/state/toque"))
        let first = try root.collect()
        #expect(try root.signals().deviceId == first.signals.deviceId)
        #expect(first.signals.deviceId.utf8.count == 64)
        #expect(folder.mode(of: "state/toque/device-id") == 0o600)
        #expect(folder.mode(of: "state/toque") == 0o700)
        #expect(first.source(of: "deviceId")?.contains("state folder") == true)
        // Another machine has another ID.
        #expect(try device(["/etc/machine-id": ""]).signals().deviceId != first.signals.deviceId)
    }

    @Test("The machine ID of D-Bus is used if /etc/machine-id has none")
    func machineIDOfDBus() throws {
        let root = device([
            "/etc/machine-id": "uninitialized\n",
            "/var/lib/dbus/machine-id": "00112233445566778899aabbccddeeff\n",
        ])
        #expect(try root.signals().deviceId == device().signals().deviceId)
    }

    @Test("The clock that runs during suspend takes precedence over /proc/uptime")
    func suspend() throws {
        // /proc/uptime may be another container's or the host's.
        let root = device(["/proc/uptime": "50.00 10.00\n"], sinceBoot: 100_999_999_999)
        #expect(try root.signals().elapsedTimeSinceBoot == 100_999)
        #expect(try device(["/proc/uptime": "12345.67 1.0\n"]).signals().elapsedTimeSinceBoot == 12_345_670)
        #expect(try device(["/proc/uptime": "nonsense\n"]).signals().elapsedTimeSinceBoot == 0)
    }

    @Test("Only a configured USB gadget counts as a USB connection")
    func gadget() throws {
        #expect(try device(["/sys/class/udc/dummy_udc.0/state": "configured\n"]).signals().isUsbConnected == true)
        #expect(try device(["/sys/class/udc/dummy_udc.0/state": "not attached\n"]).signals().isUsbConnected == false)
    }

    @Test("A denied location leaves geolocation and isMockGPS absent")
    func locationDenied() throws {
        let collected = try device(bus: SimulatedBus()).collect(permission: true)
        #expect(collected.signals.geolocation == nil)
        #expect(collected.signals.isMockGPS == nil)
        #expect(collected.source(of: "geolocation") == "absent: location was denied")
    }

    @Test("The headless, container and handset fixtures give their expected signals")
    func headlessAndContainerAndHandset() throws {
        let headless = try DeviceRoot(fixture: .headless).signals(permission: true)
        #expect(headless.screenDimensions == ScreenDimensions(height: 0, width: 0))
        #expect(headless.isEmulated == false)
        #expect(headless.userTimeZoneOffset == "+00")
        #expect(headless.language == "en")
        #expect(headless.geolocation == nil)

        let container = try DeviceRoot(fixture: .container).signals()
        #expect(container.isEmulated == true)
        #expect(container.isRootedDevice == true)

        let handset = try DeviceRoot(fixture: .handset).collect(permission: true)
        for platform in DevicePlatform.allCases { #expect(platform.missingSignals(in: handset.signals).isEmpty) }
        #expect(handset.signals.geolocation?.type == .fine)
        #expect(handset.signals.isMockGPS == false)
        #expect(handset.signals.isCallInProgress == false)
        #expect(handset.signals.antennaInformation == "724,10,70F9,00****0E,00A1B2")
        #expect(handset.simulated)
    }

    @Test("A named device with its own machine ID has its own deviceId", arguments: DeviceFixture.names)
    func machineIDOfANamedDevice(name: String) throws {
        let fixture = try DeviceFixture(name)
        func deviceID(_ machineID: [UInt8]?) throws -> String {
            try DeviceRoot(fixture: fixture, machineID: machineID).signals().deviceId
        }
        let ids = try [nil, [UInt8](repeating: 1, count: 16), [UInt8](repeating: 2, count: 16)].map(deviceID)
        #expect(Set(ids).count == 3)
        #expect(try deviceID([UInt8](repeating: 1, count: 16)) == ids[1])
    }
}
