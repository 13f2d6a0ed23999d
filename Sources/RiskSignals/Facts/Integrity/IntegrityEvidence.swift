/// The machine's local facts about its integrity. Linux has no service that would sign a verdict, so none of this is
/// sent; it only explains why `integrity` is absent.
struct IntegrityEvidence {
    let summary: String

    init(_ root: DeviceRoot) {
        let files = root.files
        let facts = [
            Self.secureBoot(files), Self.lockdown(files), Self.taint(files),
            files.integer("/sys/class/tpm/tpm0/tpm_version_major").map { "TPM \($0)" }, Self.verifiedRoot(files),
            Self.encryptedDisk(files), Self.sandbox(root),
        ].compactMap { $0 }
        let known = facts.isEmpty ? "" : "; locally: \(facts.joined(separator: ", "))"
        summary = "absent: Linux has no service that gives verdicts\(known)"
    }

    /// An EFI variable holds four bytes of attributes, then its value.
    private static func secureBoot(_ files: DeviceFiles) -> String? {
        func variable(_ name: String) -> UInt8? {
            let path = "/sys/firmware/efi/efivars/\(name)-8be4df61-93ca-11d2-aa0d-00e098032b8c"
            guard let bytes = files.bytes(path), bytes.count == 5 else { return nil }
            return bytes.last
        }
        guard files.exists("/sys/firmware/efi") else { return nil }
        guard let state = variable("SecureBoot") else { return nil }
        // In setup mode anybody can still enroll keys.
        return state == 1 && variable("SetupMode") ?? 0 == 0 ? "Secure Boot on" : "Secure Boot off"
    }

    /// The active mode is in brackets: `none [integrity] confidentiality`.
    private static func lockdown(_ files: DeviceFiles) -> String? {
        let modes = files.value("/sys/kernel/security/lockdown")?.split(separator: " ") ?? []
        return modes.first { $0.hasPrefix("[") && $0.hasSuffix("]") }.map { "lockdown \($0.dropFirst().dropLast())" }
    }

    private static func taint(_ files: DeviceFiles) -> String? {
        files.integer("/proc/sys/kernel/tainted").map { $0 == 0 ? "kernel untainted" : "kernel tainted" }
    }

    private static func verifiedRoot(_ files: DeviceFiles) -> String? {
        let options = (files.text("/proc/cmdline") ?? "").split(whereSeparator: \.isWhitespace)
        return options.contains { $0.hasPrefix("roothash=") } ? "verified root file system" : nil
    }

    private static func encryptedDisk(_ files: DeviceFiles) -> String? {
        let isEncrypted = files.entries("/sys/block").contains { disk in
            files.value("\(disk)/dm/uuid")?.hasPrefix("CRYPT-") == true
        }
        return isEncrypted ? "encrypted disk" : nil
    }

    /// A sandbox explains missing facts.
    private static func sandbox(_ root: DeviceRoot) -> String? {
        if root.files.exists("/.flatpak-info") { return "in a Flatpak" }
        return root.environment["SNAP"] == nil ? nil : "in a Snap"
    }
}
