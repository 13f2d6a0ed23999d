import Synchronization
import ToqueEncoding

/// The system's wall clock, made monotonic. If the system's clock is set back, this one continues from its last value,
/// because timers would otherwise wait until that time comes again. A step forward applies at once.
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
    ///   - read: returns the system's time.
    ///   - elapsed: returns the time since a fixed moment, which nobody can change.
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

    /// The runtime keeps a canceled sleep until its deadline, which may be a year away, so no single sleep is longer
    /// than this.
    private static let longestSleep = Duration.seconds(10)

    public func sleep(until deadline: Timestamp) async throws {
        // Repeats if the sleep was slightly short: a sleeper that wakes too early finds nothing due and is not woken
        // again.
        while case let rest = deadline - now, rest > .zero {
            try await ContinuousClock().sleep(for: min(rest, Self.longestSleep))
        }
    }
}
