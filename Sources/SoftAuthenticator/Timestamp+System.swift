import Glibc
import ToqueEncoding

extension Timestamp {
    /// The system's wall clock.
    public static func system() -> Timestamp {
        var time = timespec()
        // CLOCK_REALTIME and a valid pointer: there is no way to fail.
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
    }
}
