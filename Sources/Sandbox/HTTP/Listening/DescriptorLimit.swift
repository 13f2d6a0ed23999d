import Glibc

/// How many files and sockets the process may have open (getrlimit(2)).
enum DescriptorLimit {
    /// For the database, the listening socket, event loops, webhooks and what the embedding program has open.
    private static let reserve = 64

    /// The connections that can be had without running out of descriptors.
    static func connections(wanted: Int) -> Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return wanted }
        return max(1, min(wanted, Int(clamping: limit.rlim_cur) - reserve))
    }
}
