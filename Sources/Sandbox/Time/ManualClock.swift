import Synchronization
import ToqueEncoding

/// A clock that stays frozen until moved.
public final class ManualClock: SandboxClock {
    private struct Sleeper {
        let deadline: Timestamp
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now: Timestamp
        var nextID = 0
        var sleepers: [Int: Sleeper] = [:]
        /// Canceled before they began to wait.
        var canceled: Set<Int> = []
    }

    private let state: Mutex<State>

    public init(now: Timestamp) { state = Mutex(State(now: now)) }

    public var now: Timestamp { state.withLock { $0.now } }

    /// Moves the time forward and wakes the sleepers that it passes.
    public func advance(by duration: Duration) {
        let woken = state.withLock { state in
            state.now = state.now + duration
            let due = state.sleepers.filter { $0.value.deadline <= state.now }
            for id in due.keys { state.sleepers[id] = nil }
            return due.values.sorted { $0.deadline < $1.deadline }
        }
        for sleeper in woken { sleeper.continuation.resume() }
    }

    public func sleep(until deadline: Timestamp) async throws {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result: Result<Void, any Error>? = state.withLock { state in
                    if state.canceled.remove(id) != nil { return .failure(CancellationError()) }
                    if deadline <= state.now { return .success(()) }
                    state.sleepers[id] = Sleeper(deadline: deadline, continuation: continuation)
                    return nil
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                let sleeper = state.sleepers.removeValue(forKey: id)
                if sleeper == nil { state.canceled.insert(id) }
                return sleeper
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
        state.withLock { _ = $0.canceled.remove(id) }
    }
}
