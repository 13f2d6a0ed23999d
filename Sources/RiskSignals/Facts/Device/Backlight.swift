/// The brightness of the built-in display (kernel ABI sysfs-class-backlight).
enum Backlight {
    private static let directory = "/sys/class/backlight"
    /// What knows the display best comes first.
    private static let types = ["firmware", "platform", "raw"]

    /// 0 to 255, as on Android; nil where no display tells.
    static func read(from files: DeviceFiles) -> Reading<Int32?> {
        let displays = files.entries(directory)
        for type in types {
            for display in displays where files.value("\(display)/type") == type {
                if let brightness = brightness(of: display, files) { return Reading(brightness, display) }
            }
        }
        return Reading(nil, "absent: \(directory) has no display")
    }

    private static func brightness(of display: String, _ files: DeviceFiles) -> Int32? {
        // A display that is blanked shows nothing, whatever its light was set to.
        if let power = files.integer("\(display)/bl_power"), power != 0 { return 0 }
        // `brightness` is what was asked for, `actual_brightness` what is.
        guard
            let value = files.integer("\(display)/actual_brightness") ?? files.integer("\(display)/brightness"),
            let maximum = files.integer("\(display)/max_brightness"),
            value >= 0, maximum > 0, value <= maximum, maximum <= Int64(Int32.max)
        else { return nil }
        // Halves go up.
        return Int32((value * 255 * 2 + maximum) / (maximum * 2))
    }
}
