/// The size of the display.
enum Screen {
    private static let connectors = "/sys/class/drm"
    private static let framebuffer = "/sys/class/graphics/fb0/virtual_size"

    /// Returns the window's size from a toolkit, or the mode of the largest connected display, or the framebuffer's
    /// size.
    /// - Parameter none: the size for a machine without a display.
    static func read(from root: DeviceRoot, none: ScreenDimensions) -> Reading<ScreenDimensions> {
        if let window = root.window { return Reading(window, "the window") }
        let displays = root.files.entries(connectors).compactMap { connector in
            mode(of: connector, root.files).map { (connector: connector, size: $0) }
        }
        if let largest = displays.max(by: { $0.size.area < $1.size.area }) {
            return Reading(largest.size, "\(largest.connector)/modes")
        }
        if let size = root.files.value(framebuffer).flatMap({ size($0, separator: ",") }) {
            return Reading(size, framebuffer)
        }
        return Reading(none, "no display")
    }

    /// The preferred mode of a connected connector.
    private static func mode(of connector: String, _ files: DeviceFiles) -> ScreenDimensions? {
        guard files.value("\(connector)/status") == "connected",
            files.value("\(connector)/enabled") ?? "enabled" == "enabled",
            let line = files.text("\(connector)/modes")?.lines.first
        else { return nil }
        return size(line, separator: "x")
    }

    /// `1920x1080`, or `1920x1080i` for an interlaced mode.
    private static func size(_ text: some StringProtocol, separator: Character) -> ScreenDimensions? {
        let parts = text.trimmed.split(separator: separator)
        guard parts.count == 2, let width = Int32(parts[0]),
            let height = Int32(parts[1].last == "i" ? parts[1].dropLast() : parts[1]), width > 0, height > 0
        else { return nil }
        return ScreenDimensions(height: height, width: width)
    }
}

extension ScreenDimensions {
    fileprivate var area: Int64 { Int64(height) * Int64(width) }
}
