import Synchronization

/// The connections of one operation, so that a cancellation reaches each of them, even while it is being opened.
final class OpenHandles: Sendable {
    private struct State {
        var isCancelled = false
        var handles: [KeyHandle] = []
    }

    private let state = Mutex(State())

    func add(_ handle: KeyHandle) {
        let isCancelled = state.withLock { state in
            state.handles.append(handle)
            return state.isCancelled
        }
        if isCancelled { handle.cancel() }
    }

    func cancel() {
        let handles = state.withLock { state in
            state.isCancelled = true
            return state.handles
        }
        for handle in handles { handle.cancel() }
    }
}
