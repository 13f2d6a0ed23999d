/// Whether the machine's battery is charging (kernel ABI sysfs-class-power).
enum Battery {
    private static let directory = "/sys/class/power_supply"

    static func read(from files: DeviceFiles) -> Reading<Bool> {
        let batteries = files.entries(directory).filter { supply in
            files.value("\(supply)/type") == "Battery"
                // Skips batteries of mice and headsets.
                && files.value("\(supply)/scope") != "Device"
                && files.integer("\(supply)/present") != 0
        }
        if batteries.isEmpty { return Reading(false, "\(directory) has no system battery") }
        // A full battery on mains power is not charging.
        let isCharging = batteries.contains { files.value("\($0)/status") == "Charging" }
        return Reading(isCharging, batteries.joined(separator: ", "))
    }
}
