/// Settings of GeoClue that allow a position other than this machine's (geoclue(5)).
struct GeoClueSettings {
    static let path = "/etc/geoclue/geoclue.conf"

    /// True if `/etc/geolocation` has a position and its source is not disabled.
    let hasStaticSource: Bool
    /// True if GeoClue accepts any receiver announced on the network, not only one behind a local socket.
    let hasNetworkReceiver: Bool

    init(_ files: DeviceFiles) {
        var settings: [String: String] = [:]
        // Later files win.
        for path in [Self.path] + files.entries("/etc/geoclue/conf.d").filter({ $0.hasSuffix(".conf") }) {
            settings.merge(Self.parse(files.text(path) ?? "")) { $1 }
        }
        hasStaticSource = files.exists("/etc/geolocation") && settings["static-source.enable"] != "false"
        hasNetworkReceiver =
            settings["network-nmea.enable"] == "true" && settings["network-nmea.nmea-socket"] == nil
    }

    /// The keys of a key file, each prefixed with its group.
    private static func parse(_ text: String) -> [String: String] {
        var group = ""
        var settings: [String: String] = [:]
        for line in text.lines.map(\.trimmed) where !line.hasPrefix("#") {
            if line.hasPrefix("["), line.hasSuffix("]") {
                group = String(line.dropFirst().dropLast())
            } else if let equals = line.firstIndex(of: "=") {
                settings["\(group).\(line[..<equals].trimmed)"] = line[line.index(after: equals)...].trimmed
            }
        }
        return settings
    }
}
