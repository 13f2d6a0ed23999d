import Synchronization

/// A time limit on handlers. It is the same for all, so that a single sleeper watches over them: a timer per request
/// would wake its connection's event loop several times.
final class HandlerDeadline: Sendable {
    private struct Running {
        let due: ContinuousClock.Instant
        let race: Race
    }

    private struct State {
        var nextID = 0
        var running: [Int: Running] = [:]
        var isWatched = false
    }

    private let limit: Duration
    private let state = Mutex(State())

    init(_ limit: Duration) { self.limit = limit }

    /// Runs a handler; does not wait for one that ignores its cancellation.
    /// - Throws: the handler's error; `SandboxError` with status 503 if it takes too long.
    func run(_ handler: @escaping @Sendable () async throws -> SandboxResponse) async throws -> SandboxResponse {
        try await withCheckedThrowingContinuation { continuation in
            let race = Race(continuation)
            let id = begin(race)
            race.task = Task {
                let result: Result<SandboxResponse, any Error>
                do {
                    result = .success(try await handler())
                } catch {
                    result = .failure(error)
                }
                state.withLock { _ = $0.running.removeValue(forKey: id) }
                race.end(result)
            }
        }
    }

    private func begin(_ race: Race) -> Int {
        let due = ContinuousClock.now + limit
        let (id, isWatched) = state.withLock { state in
            state.nextID += 1
            state.running[state.nextID] = Running(due: due, race: race)
            defer { state.isWatched = true }
            return (state.nextID, state.isWatched)
        }
        if !isWatched { Task { await watch(until: due) } }
        return id
    }

    /// Ends once no handler runs.
    private func watch(until first: ContinuousClock.Instant) async {
        var due: ContinuousClock.Instant? = first
        while let next = due {
            try? await ContinuousClock().sleep(until: next)
            let now = ContinuousClock.now
            let late = state.withLock { state in
                let late = state.running.filter { $0.value.due <= now }
                for id in late.keys { state.running[id] = nil }
                due = state.running.values.map(\.due).min()
                state.isWatched = due != nil
                return late.values.map(\.race)
            }
            for race in late {
                race.end(
                    .failure(
                        SandboxError(
                            status: 503, code: "timeout",
                            message: "The request took longer than \(limit) and was given up.")))
                // After its end, which would otherwise be that of a canceled handler.
                race.task?.cancel()
            }
        }
    }

    /// The first end counts: the handler's or the deadline's.
    private final class Race: Sendable {
        private struct State {
            var continuation: CheckedContinuation<SandboxResponse, any Error>?
            var task: Task<Void, Never>?
        }

        private let state: Mutex<State>

        init(_ continuation: CheckedContinuation<SandboxResponse, any Error>) {
            state = Mutex(State(continuation: continuation))
        }

        var task: Task<Void, Never>? {
            get { state.withLock { $0.task } }
            set { state.withLock { $0.task = newValue } }
        }

        func end(_ result: Result<SandboxResponse, any Error>) {
            let continuation = state.withLock { state in
                defer { state.continuation = nil }
                return state.continuation
            }
            continuation?.resume(with: result)
        }
    }
}
