import NIOPosix
import Synchronization

/// Work that waits for a disk, on a thread that may wait. Callers that come while it runs share the next run.
final class GroupedWork: Sendable {
    private typealias Caller = CheckedContinuation<(any Error)?, Never>

    private struct State {
        var waiting: [Caller] = []
        var isRunning = false
    }

    private let work: @Sendable () -> (any Error)?
    private let state = Mutex(State())

    /// - Parameter work: returns why it failed; nil for a success.
    init(_ work: @escaping @Sendable () -> (any Error)?) { self.work = work }

    /// Returns after a run of the work that began after this call.
    func perform() async throws {
        let failure = await withCheckedContinuation { (caller: Caller) in
            let starts = state.withLock { state in
                state.waiting.append(caller)
                defer { state.isRunning = true }
                return !state.isRunning
            }
            if starts { NIOThreadPool.singleton.submit { [self] _ in run() } }
        }
        if let failure { throw failure }
    }

    private func run() {
        while true {
            let callers = state.withLock { state in
                defer { state.waiting = [] }
                if state.waiting.isEmpty { state.isRunning = false }
                return state.waiting
            }
            guard !callers.isEmpty else { return }
            let failure = work()
            for caller in callers { caller.resume(returning: failure) }
        }
    }
}
