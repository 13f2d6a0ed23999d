import Synchronization

/// A clock on which every timeout ends at once, and which records the requested durations.
final class HastyClock: Clock {
    let asked = Mutex<[Duration]>([])
    private let start = ContinuousClock.now

    var now: ContinuousClock.Instant { start }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        asked.withLock { $0.append(start.duration(to: deadline)) }
    }
}
