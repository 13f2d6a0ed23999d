import Synchronization

/// A clock whose sleep ends at once, with the time moved on.
final class InstantClock: Clock {
    typealias Instant = ContinuousClock.Instant
    private let moment = Mutex(ContinuousClock().now)

    var now: Instant { moment.withLock { $0 } }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
        moment.withLock { $0 = max($0, deadline) }
    }
}
