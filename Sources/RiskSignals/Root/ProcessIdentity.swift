import Glibc

/// The user, groups and capabilities of this process.
public struct ProcessIdentity: Sendable, Equatable {
    /// The bit of CAP_SYS_ADMIN in a capability set.
    static let systemAdministration: UInt64 = 1 << 21

    /// The real user ID.
    public var userID: UInt32
    public var effectiveUserID: UInt32
    public var groups: [UInt32]
    /// The effective capabilities, one bit each.
    public var capabilities: UInt64
    /// True if a debugger is attached.
    public var isTraced: Bool

    public init(
        userID: UInt32, effectiveUserID: UInt32, groups: [UInt32] = [], capabilities: UInt64 = 0, isTraced: Bool = false
    ) {
        self.userID = userID
        self.effectiveUserID = effectiveUserID
        self.groups = groups
        self.capabilities = capabilities
        self.isTraced = isTraced
    }

    /// Reads `/proc/self/status` (proc(5)); nil if it lacks the user IDs.
    init?(status: String) {
        var fields: [Substring: [Substring]] = [:]
        for line in status.lines {
            guard let colon = line.firstIndex(of: ":") else { continue }
            fields[line[..<colon]] = line[line.index(after: colon)...].split(whereSeparator: \.isWhitespace)
        }
        let users = (fields["Uid"] ?? []).compactMap { UInt32($0) }
        guard users.count >= 2 else { return nil }
        let groups = (fields["Gid"] ?? []).dropFirst().prefix(1) + (fields["Groups"] ?? [])
        self.init(
            userID: users[0],
            effectiveUserID: users[1],
            groups: groups.compactMap { UInt32($0) },
            capabilities: fields["CapEff"]?.first.flatMap { UInt64($0, radix: 16) } ?? 0,
            isTraced: fields["TracerPid"]?.first.flatMap { Int64($0) } ?? 0 != 0)
    }

    /// The kernel's data without `/proc`: no capabilities, no tracer.
    static var current: ProcessIdentity { ProcessIdentity(userID: getuid(), effectiveUserID: geteuid()) }
}
