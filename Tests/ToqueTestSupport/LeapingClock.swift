import Synchronization

/// A clock whose sleepers wake at once, at their deadlines.
public final class LeapingClock: Clock {
    public struct Instant: InstantProtocol {
        /// The time since the clock was made.
        public var offset = Duration.zero
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        public func duration(to other: Instant) -> Duration { other.offset - offset }
        public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private let time = Mutex(Instant())

    public init() {}

    public var now: Instant { time.withLock { $0 } }
    public var minimumResolution: Duration { .zero }

    public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
        time.withLock { $0 = max($0, deadline) }
        await Task.yield()
    }
}
