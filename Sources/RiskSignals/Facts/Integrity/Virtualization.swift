/// Whether the machine is virtual, by the evidence of systemd-detect-virt(1), without running it.
enum Virtualization {
    /// A container is not an emulation. It only adds to the text of the source.
    static func read(from root: DeviceRoot) -> Reading<Bool> {
        let files = root.files
        let container = container(root).map { " (in a container: \($0))" } ?? ""
        if let evidence = evidence(in: files) { return Reading(evidence.isVirtual, evidence.source + container) }
        let readable = ["/proc/cpuinfo", "\(DMI.directory)/sys_vendor", "/proc/device-tree/compatible"]
            .contains(where: files.exists)
        return Reading(
            false, (readable ? "no sign of a virtual machine" : "unknown, as nothing can be read") + container)
    }

    private typealias Evidence = (isVirtual: Bool, source: String)

    /// The first evidence for or against; nil if there is none.
    private static func evidence(in files: DeviceFiles) -> Evidence? {
        if let xen = xen(files) { return xen }
        let processor = files.text("/proc/cpuinfo") ?? ""
        if field("vendor_id", in: processor) == "User Mode Linux" { return (true, "/proc/cpuinfo: User Mode Linux") }
        // Before the DMI's names, because the Windows Subsystem for Linux runs on any vendor's hardware.
        let kernel = (files.value("/proc/sys/kernel/osrelease") ?? "").lowercased()
        if kernel.contains("microsoft") || kernel.contains("wsl") {
            return (true, "/proc/sys/kernel/osrelease: Windows Subsystem for Linux")
        }
        let dmi = DMI(files)
        switch dmi.verdict {
        case .virtual(let name): return (true, "\(DMI.directory): \(name)")
        case .bareMetal: return (false, "\(DMI.directory): a metal instance")
        case .hardware, .unknown: break
        }
        if let source = deviceTree(files) { return (true, source) }
        if (files.text("/proc/sysinfo") ?? "").lines.contains(where: { $0.hasPrefix("VM00") }) {
            return (true, "/proc/sysinfo: a guest of z/VM or KVM")
        }
        guard field("flags", in: processor)?.split(separator: " ").contains("hypervisor") == true else { return nil }
        // With virtualization-based security, the real machine's own system runs on a hypervisor.
        if dmi.verdict == .hardware {
            return (false, "\(DMI.directory): a hardware vendor, whatever the processor says")
        }
        return (true, "/proc/cpuinfo: the flag hypervisor")
    }

    /// Xen's privileged domain is the machine itself.
    private static func xen(_ files: DeviceFiles) -> Evidence? {
        let capabilities = files.text("/proc/xen/capabilities")
        if capabilities?.contains("control_d") == true {
            return (false, "/proc/xen/capabilities: the privileged domain")
        }
        return files.value("/sys/hypervisor/type") == "xen" || capabilities != nil
            ? (true, "/sys/hypervisor/type: xen") : nil
    }

    /// ARM and POWER describe the machine in a device tree.
    private static func deviceTree(_ files: DeviceFiles) -> String? {
        let tree = "/proc/device-tree"
        if files.exists("\(tree)/hypervisor/compatible") { return "\(tree)/hypervisor" }
        if files.strings("\(tree)/compatible").contains("linux,dummy-virt") { return "\(tree)/compatible" }
        return files.exists("\(tree)/ibm,partition-name") ? "\(tree)/ibm,partition-name" : nil
    }

    /// Returns the value of a line `name : value` of /proc/cpuinfo, for the first processor.
    private static func field(_ name: String, in processor: String) -> String? {
        for line in processor.lines {
            guard let colon = line.firstIndex(of: ":"), line[..<colon].trimmed == name else { continue }
            return line[line.index(after: colon)...].trimmed
        }
        return nil
    }

    private static func container(_ root: DeviceRoot) -> String? {
        for path in ["/run/systemd/container", "/run/host/container-manager"] where root.files.exists(path) {
            return root.files.value(path) ?? path
        }
        if root.files.exists("/.dockerenv") { return "docker" }
        if root.files.exists("/run/.containerenv") { return "podman" }
        let prefix = "container="
        return root.files.strings("/proc/1/environ").first { $0.hasPrefix(prefix) }
            .map { String($0.dropFirst(prefix.count)) }
    }
}
