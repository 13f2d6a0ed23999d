import Synchronization

/// A clock on which every time-out is over at once, and which remembers how long they should have been.
final class HastyClock: Clock {
    let asked = Mutex<[Duration]>([])
    private let start = ContinuousClock.now

    var now: ContinuousClock.Instant { start }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        asked.withLock { $0.append(start.duration(to: deadline)) }
    }
}
