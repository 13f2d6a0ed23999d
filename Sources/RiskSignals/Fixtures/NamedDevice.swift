import ToqueEncoding

/// A built-in device, defined in code so that the installed program needs no files.
struct NamedDevice {
    let files: [String: MemoryTree.Entry]
    var environment: [String: String] = [:]
    var bus = SimulatedBus()

    /// - Parameter machineID: 16 bytes, replaces the device's default.
    func root(machineID: [UInt8]?, clock: DeviceClock) -> DeviceRoot {
        var files = files
        if let machineID { files["/etc/machine-id"] = .file(Array("\(Hex.encode(machineID))\n".utf8)) }
        return DeviceRoot(files: DeviceFiles(MemoryTree(files)), environment: environment, clock: clock, bus: bus)
    }

    static let laptop = NamedDevice(
        files: [
            "/etc/machine-id": "00112233445566778899aabbccddeeff\n",
            "/etc/os-release": "NAME=\"Debian GNU/Linux\"\nVERSION_ID=\"12\"\nID=debian\n",
            "/etc/localtime": .link(target: "/usr/share/zoneinfo/America/Sao_Paulo"),
            "/usr/share/zoneinfo/America/Sao_Paulo": .timeZone("<-03>3"),
            "/proc/self/status": .status(userID: 1000),
            "/proc/self/uid_map": "         0          0 4294967295\n",
            "/proc/uptime": "86400.25 300000.00\n",
            "/proc/cpuinfo": "processor\t: 0\nvendor_id\t: GenuineIntel\nflags\t\t: fpu vme msr pae vmx\n",
            "/sys/class/dmi/id/sys_vendor": "LENOVO\n",
            "/sys/class/dmi/id/product_name": "ThinkPad\n",
            "/sys/class/backlight/intel_backlight/type": "raw\n",
            "/sys/class/backlight/intel_backlight/bl_power": "0\n",
            "/sys/class/backlight/intel_backlight/actual_brightness": "512\n",
            "/sys/class/backlight/intel_backlight/brightness": "512\n",
            "/sys/class/backlight/intel_backlight/max_brightness": "1024\n",
            "/sys/class/drm/card0-eDP-1/status": "connected\n",
            "/sys/class/drm/card0-eDP-1/enabled": "enabled\n",
            "/sys/class/drm/card0-eDP-1/modes": "1920x1080\n1280x720\n",
            "/sys/class/drm/card0-HDMI-A-1/status": "disconnected\n",
            "/sys/class/power_supply/AC/type": "Mains\n",
            "/sys/class/power_supply/AC/online": "1\n",
            "/sys/class/power_supply/BAT0/type": "Battery\n",
            "/sys/class/power_supply/BAT0/present": "1\n",
            "/sys/class/power_supply/BAT0/status": "Charging\n",
        ],
        environment: ["LANG": "pt_BR.UTF-8"],
        bus: SimulatedBus(
            location: GeoClueLocation(
                latitude: -23.550520, longitude: -46.633308, accuracy: 40, description: "WiFi")))

    static let headless = NamedDevice(
        files: [
            "/etc/machine-id": "b08dfa6083e7567a1921a715000001fb\n",
            "/etc/os-release": "NAME=\"Debian GNU/Linux\"\nVERSION_ID=\"12\"\nID=debian\n",
            "/etc/localtime": .link(target: "../usr/share/zoneinfo/Etc/UTC"),
            "/usr/share/zoneinfo/Etc/UTC": .timeZone("UTC0"),
            "/proc/self/status": .status(userID: 1000),
            "/proc/self/uid_map": "         0          0 4294967295\n",
            "/proc/uptime": "8640000.75 30000000.00\n",
            "/proc/cpuinfo": "processor\t: 0\nvendor_id\t: AuthenticAMD\nflags\t\t: fpu vme msr pae svm\n",
            "/sys/class/dmi/id/sys_vendor": "Dell Inc.\n",
            "/sys/class/dmi/id/product_name": "PowerEdge\n",
        ],
        environment: ["LANG": "C.UTF-8"])

    static let container = NamedDevice(
        files: [
            "/.dockerenv": "",
            "/etc/machine-id": "5f0c6f1a3e0b4a7d9c2e8b1d4f6a7c90\n",
            "/etc/os-release": "NAME=\"Debian GNU/Linux\"\nVERSION_ID=\"12\"\nID=debian\n",
            "/proc/self/status": .status(userID: 0),
            "/proc/self/uid_map": "         0          0 4294967295\n",
            "/proc/uptime": "3600.50 7000.00\n",
            "/proc/cpuinfo": "processor\t: 0\nvendor_id\t: GenuineIntel\nflags\t\t: fpu vme msr pae hypervisor\n",
        ])

    static let handset = NamedDevice(
        files: [
            "/etc/machine-id": "9d3b1f7c2a684e05b4c7d8e9f0a1b2c3\n",
            "/etc/os-release": "NAME=\"postmarketOS\"\nVERSION_ID=\"24.06\"\nID=postmarketos\n",
            "/etc/localtime": .link(target: "/usr/share/zoneinfo/America/Sao_Paulo"),
            "/usr/share/zoneinfo/America/Sao_Paulo": .timeZone("<-03>3"),
            "/proc/self/status": .status(userID: 10000),
            "/proc/self/uid_map": "         0          0 4294967295\n",
            "/proc/uptime": "43200.10 100000.00\n",
            "/proc/cpuinfo": "processor\t: 0\nFeatures\t: fp asimd evtstrm aes\n",
            "/proc/device-tree/compatible": "toque,handset\0",
            "/sys/class/backlight/panel/type": "platform\n",
            "/sys/class/backlight/panel/bl_power": "0\n",
            "/sys/class/backlight/panel/actual_brightness": "180\n",
            "/sys/class/backlight/panel/max_brightness": "255\n",
            "/sys/class/drm/card0-DSI-1/status": "connected\n",
            "/sys/class/drm/card0-DSI-1/enabled": "enabled\n",
            "/sys/class/drm/card0-DSI-1/modes": "1080x2340\n",
            "/sys/class/power_supply/battery/type": "Battery\n",
            "/sys/class/power_supply/battery/present": "1\n",
            "/sys/class/power_supply/battery/status": "Discharging\n",
            "/sys/class/udc/usb0/state": "not attached\n",
        ],
        environment: ["LANG": "pt_BR.UTF-8"],
        bus: SimulatedBus(
            location: GeoClueLocation(
                latitude: -23.550520, longitude: -46.633308, accuracy: 8, description: "GPS GGA"),
            modems: [Modem(callStates: [], cell: "724,10,70F9,00010D0E,00A1B2")]))
}

extension MemoryTree.Entry {
    /// `/proc/self/status` of an untraced process, with capabilities only for root.
    fileprivate static func status(userID: UInt32) -> Self {
        let capabilities = userID == 0 ? "000001ffffffffff" : "0000000000000000"
        let ids = "\(userID)\t\(userID)\t\(userID)\t\(userID)"
        return .file(
            Array("TracerPid:\t0\nUid:\t\(ids)\nGid:\t\(ids)\nGroups:\t\(userID)\nCapEff:\t\(capabilities)\n".utf8))
    }

    /// A compiled time zone (RFC 8536, version 2) that consists only of its rule: no transitions, and the one required
    /// type, for UTC.
    static func timeZone(_ rule: String) -> Self {
        func header(characters: UInt8) -> [UInt8] {
            // Counts: three optional tables and the transitions are empty.
            Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15 + 16) + [0, 0, 0, 1, 0, 0, 0, characters]
        }
        let block: [UInt8] = [0, 0, 0, 0, 0, 0] + Array("UTC\0".utf8)
        return .file(header(characters: 4) + block + header(characters: 4) + block + Array("\n\(rule)\n".utf8))
    }
}
