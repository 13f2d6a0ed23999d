import Synchronization

/// The waits between polls, by an injected clock. They can be cut short, and paused, for example while an app is in the
/// background.
package final class PollingPacer: Sendable {
    private struct State {
        var isPaused = false
        var sleeper: Task<Void, Never>?
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let clock: any Clock<Duration>
    private let stopwatch: @Sendable () -> Duration
    private let state = Mutex(State())

    package init(clock: any Clock<Duration>) {
        self.clock = clock
        stopwatch = Self.stopwatch(clock)
    }

    private static func stopwatch<C: Clock<Duration>>(_ clock: C) -> @Sendable () -> Duration {
        let begin = clock.now
        return { begin.duration(to: clock.now) }
    }

    /// Since the pacer was created.
    package var now: Duration { stopwatch() }

    /// Waits until the time is over or `resume` is called; while paused, until `resume`.
    /// - Returns: false if the task was canceled.
    @discardableResult
    package func sleep(_ interval: Duration) async -> Bool {
        let sleeper = Task<Void, Never> { [clock] in
            // Fails if `resume` or the task's end cuts it short.
            _ = try? await clock.sleep(for: interval)
        }
        state.withLock { $0.sleeper = sleeper }
        await withTaskCancellationHandler {
            await sleeper.value
        } onCancel: {
            sleeper.cancel()
        }
        await waitWhilePaused()
        return !Task.isCancelled
    }

    private func waitWhilePaused() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let waits = state.withLock { state in
                    // The handler below has run, or sees the continuation.
                    guard state.isPaused, !Task.isCancelled else { return false }
                    state.waiting.append(continuation)
                    return true
                }
                if !waits { continuation.resume() }
            }
        } onCancel: {
            wake()
        }
    }

    private func wake() {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    package func pause() { state.withLock { $0.isPaused = true } }

    /// Ends the current wait.
    package func resume() {
        let sleeper = state.withLock { state in
            state.isPaused = false
            return state.sleeper
        }
        sleeper?.cancel()
        wake()
    }
}
