/// Whether another machine uses this one as a USB device (kernel ABI sysfs-class-udc). Devices in this machine's own
/// ports do not count.
enum USBDevice {
    private static let directory = "/sys/class/udc"

    static func read(from files: DeviceFiles) -> Reading<Bool> {
        let controllers = files.entries(directory)
        if controllers.isEmpty { return Reading(false, "\(directory) has no device controller") }
        let isConfigured = controllers.contains { files.value("\($0)/state") == "configured" }
        return Reading(isConfigured, directory)
    }
}
