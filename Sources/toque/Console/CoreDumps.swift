import Glibc

/// What the system writes to a disk of a process that crashes.
enum CoreDumps {
    /// Switches them off for this process and what it starts: its memory has keys that are sealed on the disk.
    static func switchOff() {
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        // A limit can always be lowered.
        _ = setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    }
}
