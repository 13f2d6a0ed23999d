/// The time since boot.
enum Uptime {
    /// Milliseconds, rounded down: from the clock that includes sleep, or from `/proc/uptime`, or 0.
    static func read(from root: DeviceRoot) -> Reading<Int64> {
        if let nanoseconds = root.clock.sinceBoot(), nanoseconds >= 0 {
            return Reading(nanoseconds / 1_000_000, "CLOCK_BOOTTIME")
        }
        let path = "/proc/uptime"
        let first = root.files.value(path)?.split(separator: " ").first
        if let milliseconds = first.flatMap(milliseconds) { return Reading(milliseconds, path) }
        return Reading(0, "0, as no clock tells")
    }

    /// Reads seconds with a fraction, such as `12345.67`, without floating point.
    private static func milliseconds(_ text: Substring) -> Int64? {
        let parts = text.split(separator: ".", maxSplits: 1)
        guard let whole = parts.first, whole.count <= 12, let seconds = Int64(whole), seconds >= 0 else { return nil }
        guard parts.count == 2 else { return seconds * 1000 }
        guard let fraction = Int64((parts[1] + "000").prefix(3)), fraction >= 0 else { return nil }
        return seconds * 1000 + fraction
    }
}
