/// Whether another machine has this one as a USB device (kernel ABI sysfs-class-udc). What is plugged into this
/// machine's own ports is another matter.
enum USBDevice {
    private static let directory = "/sys/class/udc"

    static func read(from files: DeviceFiles) -> Reading<Bool> {
        let controllers = files.entries(directory)
        if controllers.isEmpty { return Reading(false, "\(directory) has no device controller") }
        let isConfigured = controllers.contains { files.value("\($0)/state") == "configured" }
        return Reading(isConfigured, directory)
    }
}
