import Synchronization
import ToqueWebAuthn

/// Asks for gestures in such a way that `cancel` and the end of the caller's task end the waiting.
final class Gestures: Sendable {
    /// An operation that was under way when it began.
    struct Operation {
        fileprivate let generation: Int
    }

    private typealias Answer = Result<UserGesture, WebAuthnError>

    private struct State {
        /// Counts the cancellations: an operation of an earlier generation is over.
        var generation = 0
        var nextID = 0
        var waiting: [Int: Task<Answer, Never>] = [:]
    }

    private static let cancelled = WebAuthnError(.notAllowedError, "the operation was cancelled")

    private let state = Mutex(State())

    /// Begins an operation, which the next `cancel` ends.
    func begin() -> Operation { state.withLock { Operation(generation: $0.generation) } }

    /// authenticatorCancel (section 6.3.4) for all operations under way.
    func cancel() {
        let tasks = state.withLock { state in
            state.generation += 1
            return Array(state.waiting.values)
        }
        for task in tasks { task.cancel() }
    }

    /// Returns once the person approved.
    /// - Throws: `notAllowedError` where the person declined or did nothing until the time was over and where the
    ///   operation or its task was cancelled; what the interaction throws.
    func requireApproval(
        _ prompt: GesturePrompt, by interaction: any UserInteraction, in operation: Operation
    ) async throws(WebAuthnError) {
        guard !Task.isCancelled else { throw Self.cancelled }
        // A task of its own, for an interaction ends its waiting only with its task.
        let task = Task.immediate { () async -> Answer in
            do throws(WebAuthnError) {
                return .success(try await interaction.requestGesture(prompt))
            } catch {
                return .failure(error)
            }
        }
        let id = state.withLock { state in
            state.nextID += 1
            state.waiting[state.nextID] = task
            // The operation may have been cancelled before there was a task to cancel.
            if state.generation != operation.generation { task.cancel() }
            return state.nextID
        }
        let answer = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        let isOver = state.withLock { state in
            state.waiting[id] = nil
            return state.generation != operation.generation
        }
        guard !isOver, !Task.isCancelled else { throw Self.cancelled }
        switch try answer.get() {
        case .approve: return
        case .decline: throw WebAuthnError(.notAllowedError, "the person declined")
        case .timeout: throw WebAuthnError(.notAllowedError, "nobody confirmed in time; try again")
        }
    }
}
