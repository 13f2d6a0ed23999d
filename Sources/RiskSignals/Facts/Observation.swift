/// Signs that somebody debugs this process or automates the machine.
enum Observation {
    /// The closest match to a phone's developer mode: a debugger on this process, or a ChromeOS machine in that mode.
    /// An installed compiler proves nothing.
    static func developerMode(_ root: DeviceRoot) -> Reading<Bool?> {
        if root.processIdentity().isTraced { return Reading(true, "/proc/self/status: a debugger is attached") }
        let options = (root.files.text("/proc/cmdline") ?? "").split(whereSeparator: \.isWhitespace)
        if options.contains("cros_debug") { return Reading(true, "/proc/cmdline: cros_debug") }
        return Reading(nil, "absent: Linux has no developer mode")
    }

    /// The closest match to Android's monkeyrunner: input devices created by a program, or a browser's test driver.
    /// Read only if a policy requires it, because some people need virtual input to use a machine at all.
    static func syntheticInput(_ root: DeviceRoot, isWanted: Bool) -> Reading<Bool?> {
        guard isWanted else { return Reading(nil, "absent: not looked at") }
        if root.environment["SELENIUM"] != nil { return Reading(true, "SELENIUM") }
        let path = "/proc/bus/input/devices"
        guard let devices = root.files.text(path) else { return Reading(nil, "absent: no \(path)") }
        return Reading(isAnySynthetic(devices), path)
    }

    /// Empty lines separate the blocks of /proc/bus/input/devices. `N:` names a device; `P:` is its physical path,
    /// which is empty for a device without hardware.
    private static func isAnySynthetic(_ devices: String) -> Bool {
        var isNamedSo = false
        for line in devices.lines {
            if line.hasPrefix("N:") {
                isNamedSo = ["uinput", "ydotool", "py-evdev"].contains { line.lowercased().contains($0) }
            } else if line.hasPrefix("P:"), isNamedSo, line.trimmed.hasSuffix("Phys=") {
                return true
            }
        }
        return false
    }
}

/// A fact and its source, or the reason for its absence.
struct Reading<Value> {
    let value: Value
    let source: String

    init(_ value: Value, _ source: String) {
        self.value = value
        self.source = source
    }
}
