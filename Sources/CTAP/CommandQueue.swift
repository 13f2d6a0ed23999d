import Synchronization

/// Admits one command at a time, in order of arrival: an authenticator does one thing at a time.
package final class CommandQueue: Sendable {
    private struct State {
        var isBusy = false
        var nextID = 0
        var waiting: [(id: Int, continuation: CheckedContinuation<Bool, Never>)] = []
    }

    private let state = Mutex(State())

    package init() {}

    /// Returns when it is the caller's turn. `leave` ends the turn.
    /// - Returns: false if the task was canceled while it waited; then there is no turn to end.
    package func enter() async -> Bool {
        if takeFreeTurn() { return true }
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isTurn = state.withLock { state -> Bool? in
                    guard state.isBusy else {
                        state.isBusy = true
                        return true
                    }
                    guard !Task.isCancelled else { return false }
                    state.waiting.append((id, continuation))
                    return nil
                }
                if let isTurn { continuation.resume(returning: isTurn) }
            }
        } onCancel: {
            let continuation = state.withLock { state in
                state.waiting.firstIndex { $0.id == id }.map { state.waiting.remove(at: $0).continuation }
            }
            continuation?.resume(returning: false)
        }
    }

    /// Passes on the turn.
    package func leave() {
        let next = state.withLock { state -> CheckedContinuation<Bool, Never>? in
            guard !state.waiting.isEmpty else {
                state.isBusy = false
                return nil
            }
            return state.waiting.removeFirst().continuation
        }
        next?.resume(returning: true)
    }

    private func takeFreeTurn() -> Bool {
        state.withLock { state in
            defer { state.isBusy = true }
            return !state.isBusy
        }
    }
}
