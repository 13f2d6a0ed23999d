import Testing

@testable import RiskSignals

@Suite struct OperatingSystemTests {
    private static let kernel: MemoryTree.Entry = "6.1.0-18-amd64\n"

    @Test(
        "osVersion comes from os-release, completed by the kernel's release",
        arguments: [
            ("NAME=\"Debian GNU/Linux\"\nVERSION_ID=\"12\"\n", "Debian GNU/Linux 12"),
            ("ID=alpine\nVERSION_ID=3.19.1\n", "alpine 3.19.1"),
            ("NAME='Arch Linux'\nBUILD_ID=rolling\n", "Arch Linux rolling"),
            ("NAME=Void\n", "Void 6.1.0-18-amd64"), ("NAME=\"A \\\"B\\\"\"\nVERSION_ID=1\n", "A \"B\" 1"),
            ("# nothing\nFOO\n=x\n", "Linux 6.1.0-18-amd64"), ("NAME=\nVERSION_ID=2\n", "Linux 6.1.0-18-amd64"),
        ])
    func osRelease(content: String, expected: String) throws {
        let root = device(["/etc/os-release": .file(Array(content.utf8)), "/proc/sys/kernel/osrelease": Self.kernel])
        #expect(try root.signals().osVersion == expected)
    }

    @Test("Without /etc/os-release, osVersion comes from /usr/lib or the kernel")
    func otherPlaces() throws {
        let vendor = device(["/usr/lib/os-release": "NAME=Fedora\nVERSION_ID=40\n"])
        #expect(try vendor.signals().osVersion == "Fedora 40")
        #expect(try device(["/proc/sys/kernel/osrelease": Self.kernel]).signals().osVersion == "Linux 6.1.0-18-amd64")
        #expect(try device().signals().osVersion == "Linux")
    }
}

@Suite struct ObservationTests {
    @Test("Only a tracer or cros_debug sets isDevModeEnabled")
    func developerMode() throws {
        #expect(try device().signals().isDevModeEnabled == nil)
        #expect(try device(["/proc/self/status": status(tracer: 42)]).signals().isDevModeEnabled == true)
        #expect(try device(["/proc/cmdline": "quiet cros_debug ro\n"]).signals().isDevModeEnabled == true)
        #expect(try device(["/proc/cmdline": "quiet nocros_debug ro\n"]).signals().isDevModeEnabled == nil)
    }

    @Test("isMonkeyRunner reports synthetic input only if the check is enabled")
    func syntheticInput() throws {
        func block(_ name: String, _ place: String) -> String {
            "I: Bus=0003\nN: Name=\"\(name)\"\nP: Phys=\(place)\nS: Sysfs=/devices/x\n\n"
        }
        let keyboard = block("AT keyboard", "isa0060/serio0/input0")
        var options = RiskSignalsCollector.Options()
        func isDriven(_ devices: String) throws -> Bool? {
            try device(["/proc/bus/input/devices": .file(Array(devices.utf8))]).signals(options: options).isMonkeyRunner
        }
        #expect(try isDriven(block("py-evdev-uinput", "")) == nil)
        options.checksSyntheticInput = true
        #expect(try isDriven(keyboard) == false)
        #expect(try isDriven(keyboard + block("ydotoold virtual device", "")) == true)
        #expect(try isDriven(block("py-evdev-uinput", "usb-1/input0") + block("lid", "")) == false)
        #expect(try device().signals(options: options).isMonkeyRunner == nil)
        #expect(try device(environment: ["SELENIUM": "1"]).signals(options: options).isMonkeyRunner == true)
    }

    @Test("Local evidence of integrity is named in the source and never sent")
    func integrityEvidenceIsToldAndNeverSent() throws {
        let variable = "-8be4df61-93ca-11d2-aa0d-00e098032b8c"
        let collected = try device(
            [
                "/sys/firmware/efi/efivars/SecureBoot\(variable)": .file([6, 0, 0, 0, 1]),
                "/sys/firmware/efi/efivars/SetupMode\(variable)": .file([6, 0, 0, 0, 0]),
                "/sys/kernel/security/lockdown": "none [integrity] confidentiality\n",
                "/proc/sys/kernel/tainted": "4097\n", "/sys/class/tpm/tpm0/tpm_version_major": "2\n",
                "/sys/block/dm-0/dm/uuid": "CRYPT-LUKS2-abc-root\n", "/proc/cmdline": "roothash=abc\n",
                "/.flatpak-info": "",
            ]
        ).collect()
        #expect(
            collected.source(of: "integrity")
                == "absent: Linux has no service that gives verdicts; locally: Secure Boot on, lockdown integrity, "
                + "kernel tainted, TPM 2, verified root file system, encrypted disk, in a Flatpak")
        #expect(collected.signals.integrity == .unevaluated)
        #expect(collected.signals.toJson()["integrity"] == nil)
    }
}
