import Synchronization
import ToqueEncoding

/// The system's wall clock, except that it never goes back. Where somebody sets the system's clock back, this one goes
/// on from where it was, or whatever is due would wait until the same time comes again. A step forward counts at once.
public final class WallClock: SandboxClock {
    /// When the system's clock was last ahead of this one.
    private struct Anchor {
        var time: Timestamp
        /// By the monotonic clock.
        var elapsed: Duration
    }

    private let read: @Sendable () -> Timestamp
    private let elapsed: @Sendable () -> Duration
    private let anchor: Mutex<Anchor>

    public convenience init() {
        let start = ContinuousClock.now
        self.init(reading: Timestamp.now) { ContinuousClock.now - start }
    }

    /// - Parameters:
    ///   - read: tells the system's time.
    ///   - elapsed: tells the time since some moment, and nobody can set it.
    init(reading read: @escaping @Sendable () -> Timestamp, elapsed: @escaping @Sendable () -> Duration) {
        self.read = read
        self.elapsed = elapsed
        anchor = Mutex(Anchor(time: read(), elapsed: elapsed()))
    }

    public var now: Timestamp {
        anchor.withLock { anchor in
            // In this order: a pause between the two makes the wall clock late, and never puts this one ahead of it.
            let wall = read()
            let elapsed = elapsed()
            let steady = anchor.time + (elapsed - anchor.elapsed)
            guard wall > steady else { return steady }
            anchor = Anchor(time: wall, elapsed: elapsed)
            return wall
        }
    }

    /// The runtime keeps a sleep that was canceled until it would have ended, and deadlines may be a year away: so
    /// nobody sleeps longer than this at once.
    private static let longestSleep = Duration.seconds(10)

    public func sleep(until deadline: Timestamp) async throws {
        // Again where the sleep was a little short. Who is woken too early finds nothing due, and nobody wakes them
        // again.
        while case let rest = deadline - now, rest > .zero {
            try await ContinuousClock().sleep(for: min(rest, Self.longestSleep))
        }
    }
}
