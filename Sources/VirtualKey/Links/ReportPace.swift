/// How fast reports leave for a hidraw node. The kernel keeps 63 reports for each client that has it open, and drops
/// what comes while they are unread, without telling anybody: a client that the system lets run late must not lose the
/// end of a long message. A key on a USB cable is no faster either: it sends a report per millisecond at most.
struct ReportPace {
    /// What may leave at once, after a pause.
    private static let burst = 24
    private static let interval = Duration.milliseconds(1)

    /// When the next report would leave at a report per interval; behind the time where there was a pause.
    private var next: Duration?

    /// Counts a report, where one may leave now.
    /// - Parameter now: the monotonic time.
    /// - Returns: nil where it may leave; else how long it has to wait.
    mutating func wait(at now: Duration) -> Duration? {
        let start = now - Self.interval * (Self.burst - 1)
        let earliest = next.map { max($0, start) } ?? start
        guard earliest <= now else { return earliest - now }
        next = earliest + Self.interval
        return nil
    }
}
