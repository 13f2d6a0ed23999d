/// The machine's maker according to its firmware (SMBIOS tables, kernel ABI sysfs-class-dmi).
struct DMI {
    enum Verdict: Equatable {
        /// A hypervisor's name.
        case virtual(String)
        /// A cloud instance without a hypervisor.
        case bareMetal
        /// A maker of real machines.
        case hardware
        case unknown
    }

    static let directory = "/sys/class/dmi/id"

    /// Prefixes of virtual machines' names, in any of the fields.
    private static let hypervisors = [
        "QEMU", "KVM", "VMware", "VMW", "innotek GmbH", "VirtualBox", "Amazon EC2", "Google Compute Engine", "Xen",
        "Parallels", "Apple Virtualization", "Bochs", "BHYVE", "OpenStack", "KubeVirt", "Hyper-V",
    ]

    private static let makers = [
        "Acer", "Apple Inc.", "ASRock", "ASUS", "Dell", "Framework", "Fujitsu", "FUJITSU", "Gigabyte", "GIGABYTE",
        "Hewlett", "HP", "HUAWEI", "Intel", "LENOVO", "LG Electronics", "Micro-Star", "Microsoft Corporation",
        "Panasonic", "Positivo", "Razer", "SAMSUNG", "Sony", "Star Labs", "Supermicro", "System76", "TOSHIBA", "TUXEDO",
    ]

    let verdict: Verdict

    init(_ files: DeviceFiles) {
        func field(_ name: String) -> String { files.value("\(Self.directory)/\(name)") ?? "" }
        let vendor = field("sys_vendor")
        let product = field("product_name")
        if vendor == "Amazon EC2", product.hasSuffix(".metal") {
            verdict = .bareMetal
        } else if vendor == "Microsoft Corporation", product == "Virtual Machine" {
            verdict = .virtual("Hyper-V")
        } else if let name = Self.hypervisors.first(where: { name in
            [vendor, product, field("board_vendor"), field("bios_vendor")].contains { $0.hasPrefix(name) }
        }) {
            verdict = .virtual(name)
        } else {
            verdict = Self.makers.contains(where: vendor.hasPrefix) ? .hardware : .unknown
        }
    }
}
