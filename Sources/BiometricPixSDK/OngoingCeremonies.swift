import Synchronization

/// The ceremonies in progress that report to callbacks.
final class OngoingCeremonies: Sendable {
    private struct State {
        var count = 0
        var running: [Int: Task<Void, Never>] = [:]
    }

    private let state = Mutex(State())

    /// Starts a ceremony and keeps it until it ends.
    func start(_ body: @escaping @Sendable () async -> Void) {
        state.withLock { state in
            state.count += 1
            let number = state.count
            state.running[number] = Task {
                await body()
                self.state.withLock { $0.running[number] = nil }
            }
        }
    }

    func cancelAll() {
        for task in state.withLock({ $0.running.values.map(\.self) }) { task.cancel() }
    }
}
