/// Limits the rate of reports to a hidraw node. The kernel keeps 63 reports for each client that has it open, and
/// silently drops others while they are unread: a client that the system schedules late must not lose the end of a long
/// message. A USB key is no faster: it sends at most one report per millisecond.
struct ReportPace {
    /// The number of reports that may leave at once after a pause.
    private static let burst = 24
    private static let interval = Duration.milliseconds(1)

    /// The time at which the next report would leave at one report per interval; in the past after a pause.
    private var next: Duration?

    /// Counts a report, if one may leave now.
    /// - Parameter now: the monotonic time.
    /// - Returns: nil if it may leave; otherwise how long it must wait.
    mutating func wait(at now: Duration) -> Duration? {
        let start = now - Self.interval * (Self.burst - 1)
        let earliest = next.map { max($0, start) } ?? start
        guard earliest <= now else { return earliest - now }
        next = earliest + Self.interval
        return nil
    }
}
