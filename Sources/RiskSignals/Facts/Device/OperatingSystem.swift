/// The system's name and version (os-release(5)).
enum OperatingSystem {
    private static let kernel = "/proc/sys/kernel/osrelease"

    static func read(from files: DeviceFiles) -> Reading<String> {
        for path in ["/etc/os-release", "/usr/lib/os-release"] {
            guard let text = files.text(path) else { continue }
            let fields = ShellAssignments.parse(text)
            guard let name = fields["NAME"] ?? fields["ID"] else { continue }
            if let version = fields["VERSION_ID"] ?? fields["BUILD_ID"] { return Reading("\(name) \(version)", path) }
            // A rolling distribution.
            return Reading(files.value(kernel).map { "\(name) \($0)" } ?? name, path)
        }
        return Reading(files.value(kernel).map { "Linux \($0)" } ?? "Linux", kernel)
    }
}
