/// Whether this process has the machine's full privileges: the closest match on Linux to a rooted phone.
enum Privileges {
    /// Groups whose members can usually become root.
    private static let administrators: Set<Substring> = ["sudo", "wheel", "admin"]

    /// - Parameter strict: makes the result also true for a user who can become root.
    static func read(from root: DeviceRoot, strict: Bool) -> Reading<Bool> {
        let identity = root.processIdentity()
        let privileged =
            identity.effectiveUserID == 0 || identity.capabilities & ProcessIdentity.systemAdministration != 0
        if privileged, isInitialUserNamespace(root.files) {
            return Reading(true, "/proc/self/status and uid_map: full privileges")
        }
        if strict, isAdministrator(identity, root.files) {
            return Reading(true, "/etc/group: a member of an administrators' group")
        }
        return Reading(
            false,
            privileged
                ? "/proc/self/uid_map: root of a user namespace only" : "/proc/self/status: no full privileges")
    }

    /// Root in another user namespace is not the machine's root. A kernel without namespaces has no map.
    private static func isInitialUserNamespace(_ files: DeviceFiles) -> Bool {
        guard let map = files.value("/proc/self/uid_map") else { return true }
        return map.split(whereSeparator: \.isWhitespace) == ["0", "0", "4294967295"]
    }

    private static func isAdministrator(_ identity: ProcessIdentity, _ files: DeviceFiles) -> Bool {
        (files.text("/etc/group") ?? "").lines.contains { line in
            let fields = line.split(separator: ":", omittingEmptySubsequences: false)
            guard fields.count >= 3, let group = UInt32(fields[2]) else { return false }
            return administrators.contains(fields[0]) && identity.groups.contains(group)
        }
    }
}
