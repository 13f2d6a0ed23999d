import Synchronization
import ToqueWebAuthn

/// The current operations on a key, so that others can cancel them.
final class OngoingOperations: Sendable {
    private struct State {
        var nextID = 0
        var cancellations: [Int: @Sendable () -> Void] = [:]
    }

    private let state = Mutex(State())

    /// Runs an operation until it ends or is canceled, by `cancelAll` or with the caller's task.
    func run<Value: Sendable>(
        _ operation: @escaping @Sendable () async throws(WebAuthnError) -> Value
    ) async throws(WebAuthnError) -> Value {
        // Registered before it begins, so that no cancellation misses it.
        let (id, task) = state.withLock { state in
            let task = Task { () async -> Result<Value, WebAuthnError> in
                do throws(WebAuthnError) {
                    return .success(try await operation())
                } catch {
                    return .failure(error)
                }
            }
            state.nextID += 1
            state.cancellations[state.nextID] = { task.cancel() }
            return (state.nextID, task)
        }
        defer { state.withLock { $0.cancellations[id] = nil } }
        return try await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }.get()
    }

    func cancelAll() {
        for cancel in state.withLock({ Array($0.cancellations.values) }) { cancel() }
    }
}
