/// Whether the machine's battery is being charged (kernel ABI sysfs-class-power).
enum Battery {
    private static let directory = "/sys/class/power_supply"

    static func read(from files: DeviceFiles) -> Reading<Bool> {
        let batteries = files.entries(directory).filter { supply in
            files.value("\(supply)/type") == "Battery"
                // The battery of a mouse or a headset.
                && files.value("\(supply)/scope") != "Device"
                && files.integer("\(supply)/present") != 0
        }
        if batteries.isEmpty { return Reading(false, "\(directory) has no system battery") }
        // A full battery on the mains is not being charged.
        let isCharging = batteries.contains { files.value("\($0)/status") == "Charging" }
        return Reading(isCharging, batteries.joined(separator: ", "))
    }
}
