import Testing

@testable import RiskSignals

@Suite struct VirtualizationTests {
    private static let hypervisor: MemoryTree.Entry = "processor\t: 0\nflags\t\t: fpu vme hypervisor lahf_lm\n"
    private static let metal: MemoryTree.Entry = "processor\t: 0\nflags\t\t: fpu vme lahf_lm\n"

    private func isEmulated(_ files: [String: MemoryTree.Entry]) throws -> Bool? {
        try device(files).signals().isEmulated
    }

    private func maker(_ vendor: String, _ product: String = "") -> [String: MemoryTree.Entry] {
        [
            "/sys/class/dmi/id/sys_vendor": .file(Array("\(vendor)\n".utf8)),
            "/sys/class/dmi/id/product_name": .file(Array("\(product)\n".utf8)),
        ]
    }

    @Test("A QEMU machine is emulated")
    func qemu() throws {
        #expect(try isEmulated(maker("QEMU").merging(["/proc/cpuinfo": Self.hypervisor]) { $1 }) == true)
    }

    @Test(
        "Maker and product decide whether a machine is emulated",
        arguments: [
            ("VMware, Inc.", "VMware7,1", true), ("innotek GmbH", "VirtualBox", true),
            ("Microsoft Corporation", "Virtual Machine", true), ("Microsoft Corporation", "Surface Laptop", false),
            ("Amazon EC2", "m5.large", true), ("Amazon EC2", "m5.metal", false), ("Xen", "HVM domU", true),
            ("Google", "Google Compute Engine", true), ("Parallels International", "", true),
            ("Apple Inc.", "Apple Virtualization Generic Platform", true), ("LENOVO", "20XW", false),
        ])
    func makers(vendor: String, product: String, expected: Bool) throws {
        #expect(try isEmulated(maker(vendor, product)) == expected)
    }

    @Test("A container on real hardware is not emulated")
    func dockerOnMetal() throws {
        let collected = try device(["/.dockerenv": "", "/proc/cpuinfo": Self.metal]).collect()
        #expect(collected.signals.isEmulated == false)
        #expect(collected.source(of: "isEmulated")?.contains("in a container: docker") == true)
    }

    @Test("A container in a virtual machine is emulated")
    func dockerOnKVM() throws {
        #expect(try isEmulated(["/.dockerenv": "", "/proc/cpuinfo": Self.hypervisor]) == true)
    }

    @Test("A Xen guest is emulated, and the privileged domain is not")
    func xen() throws {
        let privileged: [String: MemoryTree.Entry] = [
            "/sys/hypervisor/type": "xen\n", "/proc/xen/capabilities": "control_d\n", "/proc/cpuinfo": Self.hypervisor,
        ]
        #expect(try isEmulated(privileged) == false)
        #expect(try isEmulated(["/sys/hypervisor/type": "xen\n", "/proc/xen/capabilities": ""]) == true)
        #expect(try isEmulated(["/sys/hypervisor/type": "xen\n"]) == true)
    }

    @Test("A hypervisor on a known maker's machine is not emulation, except under WSL")
    func hypervisorUnderARealMachine() throws {
        let secured = maker("Dell Inc.", "Latitude").merging(["/proc/cpuinfo": Self.hypervisor]) { $1 }
        #expect(try isEmulated(secured) == false)
        let subsystem = secured.merging(["/proc/sys/kernel/osrelease": "5.15.90.1-microsoft-standard-WSL2\n"]) { $1 }
        #expect(try isEmulated(subsystem) == true)
        let unknownVendor = maker("Cloudy Ltd", "vServer").merging(["/proc/cpuinfo": Self.hypervisor]) { $1 }
        #expect(try isEmulated(unknownVendor) == true)
    }

    @Test(
        "A virtual machine of another architecture is emulated",
        arguments: [
            ["/proc/device-tree/hypervisor/compatible": "linux,kvm\0"],
            ["/proc/device-tree/compatible": "linux,dummy-virt\0"],
            ["/proc/device-tree/ibm,partition-name": "lpar\0"], ["/proc/sysinfo": "Type: 3906\nVM00 Name: GUEST\n"],
            ["/proc/cpuinfo": "processor\t: 0\nvendor_id\t: User Mode Linux\n"],
        ] as [[String: MemoryTree.Entry]])
    func otherArchitectures(files: [String: MemoryTree.Entry]) throws {
        #expect(try isEmulated(files) == true)
    }

    @Test(
        "A container is named in the source and is not emulated",
        arguments: [
            (["/run/systemd/container": "lxc\n"], "lxc"), (["/run/.containerenv": ""], "podman"),
            (["/run/host/container-manager": "flatpak\n"], "flatpak"),
            (["/proc/1/environ": "PATH=/bin\0container=rkt\0"], "rkt"),
        ] as [([String: MemoryTree.Entry], String)])
    func containersAreNoEmulation(files: [String: MemoryTree.Entry], name: String) throws {
        let collected = try device(files).collect()
        #expect(collected.signals.isEmulated == false)
        #expect(collected.source(of: "isEmulated")?.contains("in a container: \(name)") == true)
    }

    @Test("Without any evidence, isEmulated is false and its source is unknown")
    func nothingReadable() throws {
        let collected = try device().collect()
        #expect(collected.signals.isEmulated == false)
        #expect(collected.source(of: "isEmulated")?.hasPrefix("unknown") == true)
    }
}
