import Glibc

/// Who this process runs as.
public struct ProcessIdentity: Sendable, Equatable {
    /// The bit of CAP_SYS_ADMIN in a capability set.
    static let systemAdministration: UInt64 = 1 << 21

    /// The real user.
    public var userID: UInt32
    public var effectiveUserID: UInt32
    public var groups: [UInt32]
    /// The effective capabilities, a bit each.
    public var capabilities: UInt64
    /// Whether a debugger is attached.
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

    /// Reads `/proc/self/status` (proc(5)); nil where it lacks the user ids.
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

    /// What the kernel says without `/proc`: no capabilities, no tracer.
    static var current: ProcessIdentity { ProcessIdentity(userID: getuid(), effectiveUserID: geteuid()) }
}
