/// The brightness of the built-in display (kernel ABI sysfs-class-backlight).
enum Backlight {
    private static let directory = "/sys/class/backlight"
    /// Most reliable first.
    private static let types = ["firmware", "platform", "raw"]

    /// 0 to 255, as on Android; nil if no display reports it.
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
        // A blanked display is dark, whatever its brightness setting.
        if let power = files.integer("\(display)/bl_power"), power != 0 { return 0 }
        // `brightness` is the requested value, `actual_brightness` the real one.
        guard
            let value = files.integer("\(display)/actual_brightness") ?? files.integer("\(display)/brightness"),
            let maximum = files.integer("\(display)/max_brightness"),
            value >= 0, maximum > 0, value <= maximum, maximum <= Int64(Int32.max)
        else { return nil }
        // Rounds halves up.
        return Int32((value * 255 * 2 + maximum) / (maximum * 2))
    }
}
