import Synchronization

/// A clock whose sleepers need not wait: it jumps to the end of each sleep.
final class JumpingClock: Clock, Sendable {
    struct Instant: InstantProtocol {
        let offset: Duration

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private let time = Mutex(Duration.zero)

    var now: Instant { Instant(offset: time.withLock { $0 }) }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws { pass(to: deadline) }

    /// Never goes back, so that the order of two calls does not matter.
    func pass(to instant: Instant) { time.withLock { $0 = max($0, instant.offset) } }
}
