import Synchronization

/// A clock that only the test moves.
final class ManualClock: Clock {
    struct Instant: InstantProtocol {
        var offset: Duration
        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct State {
        var now = Instant(offset: .zero)
        var sleepers: [Int: (deadline: Instant, continuation: CheckedContinuation<Void, any Error>)] = [:]
        var canceled: Set<Int> = []
        var count = 0
        var observers: [CheckedContinuation<Duration, Never>] = []
    }

    private let state = Mutex(State())

    var now: Instant { state.withLock(\.now) }
    let minimumResolution: Duration = .zero

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let id = state.withLock { state in
            state.count += 1
            return state.count
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                let observers = state.withLock { state -> [CheckedContinuation<Duration, Never>] in
                    if state.canceled.contains(id) {
                        continuation.resume(throwing: CancellationError())
                        return []
                    }
                    state.sleepers[id] = (deadline, continuation)
                    defer { state.observers = [] }
                    return state.observers
                }
                for observer in observers { observer.resume(returning: now.duration(to: deadline)) }
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                state.canceled.insert(id)
                return state.sleepers.removeValue(forKey: id)
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    /// The number of sleeping tasks.
    var sleepers: Int { state.withLock(\.sleepers.count) }

    /// Waits until a task sleeps, and returns for how long.
    func sleeper() async -> Duration {
        await withCheckedContinuation { continuation in
            let deadline = state.withLock { state -> Instant? in
                guard let sleeper = state.sleepers.values.first else {
                    state.observers.append(continuation)
                    return nil
                }
                return sleeper.deadline
            }
            if let deadline { continuation.resume(returning: now.duration(to: deadline)) }
        }
    }

    /// Advances the clock and wakes the sleepers whose deadline has passed.
    func advance(by duration: Duration) {
        let woken = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let due = state.sleepers.filter { $0.value.deadline <= state.now }
            for id in due.keys { state.sleepers[id] = nil }
            return due.values.map(\.continuation)
        }
        for continuation in woken { continuation.resume() }
    }
}
