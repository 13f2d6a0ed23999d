import ToqueEncoding

/// The local time's offset from UTC, determined like the C library does.
enum LocalTime {
    private static let database = "/usr/share/zoneinfo"
    /// The range of userTimeZoneOffset: less than 15 hours either way.
    private static let limit = 15 * 3600

    /// Seconds ahead of UTC at an instant: from the variable TZ, or `/etc/localtime`, or the zone in `/etc/timezone`; 0
    /// if none of them exists.
    /// - Parameter instant: seconds since 1970 UTC.
    static func offset(of root: DeviceRoot, at instant: Int64) -> Reading<Int> {
        let reading = found(in: root, at: instant)
        guard abs(reading.value) < limit else {
            return Reading(0, "UTC, as \(reading.source) is more than 14:59 off")
        }
        return reading
    }

    private static func found(in root: DeviceRoot, at instant: Int64) -> Reading<Int> {
        if let variable = root.environment["TZ"] {
            let name = variable.hasPrefix(":") ? variable.dropFirst() : variable[...]
            // An empty TZ means UTC.
            if name.isEmpty { return Reading(0, "TZ") }
            if let offset = offset(of: file(named: name), root.files, at: instant) {
                return Reading(offset, "TZ and \(database)")
            }
            if let rule = POSIXTimeZone(name) { return Reading(rule.offset(at: instant), "TZ") }
            return Reading(0, "UTC, as TZ names a zone that is not in \(database) (is tzdata installed?)")
        }
        if let offset = offset(of: "/etc/localtime", root.files, at: instant) {
            return Reading(offset, "/etc/localtime")
        }
        if let name = root.files.value("/etc/timezone"),
            let offset = offset(of: file(named: name[...]), root.files, at: instant)
        {
            return Reading(offset, "/etc/timezone and \(database)")
        }
        return Reading(0, "UTC, as no time zone is set")
    }

    private static func file(named name: Substring) -> String {
        name.hasPrefix("/") ? String(name) : "\(database)/\(name)"
    }

    private static func offset(of file: String, _ files: DeviceFiles, at instant: Int64) -> Int? {
        files.bytes(file).flatMap { TimeZoneFile($0)?.offset(at: instant) }
    }

    /// `±hh`, or `±hh:mm` if there are minutes; seconds are dropped.
    static func text(ofOffset offset: Int) -> String {
        let minutes = abs(offset) / 60
        let hours = (offset < 0 && minutes > 0 ? "-" : "+") + (minutes / 60).padded(to: 2)
        return minutes % 60 == 0 ? hours : "\(hours):\((minutes % 60).padded(to: 2))"
    }
}
