import Glibc

/// The wall-clock time and the time since boot.
public struct DeviceClock: Sendable {
    /// Nanoseconds since 1970-01-01 UTC.
    public var now: @Sendable () -> Int64
    /// Nanoseconds since boot, including sleep; nil if only `/proc/uptime` has it.
    public var sinceBoot: @Sendable () -> Int64?

    public init(now: @escaping @Sendable () -> Int64, sinceBoot: @escaping @Sendable () -> Int64?) {
        self.now = now
        self.sinceBoot = sinceBoot
    }

    /// The machine's clocks. CLOCK_BOOTTIME includes sleep; CLOCK_MONOTONIC does not.
    public static let machine = DeviceClock(
        now: { read(CLOCK_REALTIME) ?? 0 }, sinceBoot: { read(CLOCK_BOOTTIME) })

    private static func read(_ clock: clockid_t) -> Int64? {
        var time = timespec()
        guard clock_gettime(clock, &time) == 0 else { return nil }
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
