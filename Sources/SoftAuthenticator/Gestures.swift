import Synchronization
import ToqueWebAuthn

/// Asks for gestures in such a way that `cancel` and the end of the caller's task end the waiting.
final class Gestures: Sendable {
    /// An operation that was under way when it began.
    struct Operation {
        fileprivate let generation: Int
    }

    /// How long a person is waited for.
    struct TimeLimit: Sendable {
        var duration: Duration
        var clock: any Clock<Duration>
    }

    /// How asking ended.
    enum Outcome: Sendable {
        case approved, declined
        /// A finger on the sensor, by its name.
        case finger(String)
        case badTouch(FingerprintFault)
        /// Nobody did anything in time.
        case timedOut
        /// The operation or its task was canceled; a gesture that came too late does not count.
        case cancelled
        /// Nobody could be asked.
        case failed(WebAuthnError)
    }

    private typealias Answer = Result<UserGesture, WebAuthnError>

    private struct State {
        /// Counts the cancellations: an operation of an earlier generation is over.
        var generation = 0
        var nextID = 0
        var waiting: [Int: Task<Answer, Never>] = [:]
    }

    private let state = Mutex(State())

    /// Begins an operation, which the next `cancel` ends.
    func begin() -> Operation { state.withLock { Operation(generation: $0.generation) } }

    /// Ends all operations under way.
    func cancel() {
        let tasks = state.withLock { state in
            state.generation += 1
            return Array(state.waiting.values)
        }
        for task in tasks { task.cancel() }
    }

    /// Asks, and suspends only where the answer is not there at once.
    /// - Parameters:
    ///   - limit: nil waits for ever, or as long as the interaction itself does.
    ///   - onWait: is called before it suspends.
    func ask(
        _ prompt: GesturePrompt, by interaction: any UserInteraction, in operation: Operation,
        limit: TimeLimit? = nil, onWait: () -> Void = {}
    ) async -> Outcome {
        guard !Task.isCancelled else { return .cancelled }
        // A task of its own, for an interaction ends its waiting only with its task.
        let early = EarlyAnswer()
        let task = Task.immediate { () async -> Answer in
            let answer: Answer
            do throws(WebAuthnError) {
                answer = .success(try await interaction.requestGesture(prompt))
            } catch {
                answer = .failure(error)
            }
            early.answer.withLock { $0 = answer }
            return answer
        }
        let answer: Answer
        if let given = early.answer.withLock({ $0 }) {
            answer = given
        } else {
            onWait()
            answer = await wait(for: task, in: operation, limit: limit)
        }
        guard isUnderWay(operation), !Task.isCancelled else { return .cancelled }
        switch answer {
        case .success(.approve): return .approved
        case .success(.finger(let name)): return .finger(name)
        case .success(.badTouch(let fault)): return .badTouch(fault)
        case .success(.decline): return .declined
        case .success(.timeout): return .timedOut
        case .failure(let error): return .failed(error)
        }
    }

    private func wait(for task: Task<Answer, Never>, in operation: Operation, limit: TimeLimit?) async -> Answer {
        let id = state.withLock { state in
            state.nextID += 1
            state.waiting[state.nextID] = task
            // The operation may have been canceled before there was a task to cancel.
            if state.generation != operation.generation { task.cancel() }
            return state.nextID
        }
        let timer = limit.map { limit in
            Task.immediate {
                // Sleeping throws when it is canceled, and then nothing has expired.
                if (try? await limit.clock.sleep(for: limit.duration)) != nil { task.cancel() }
            }
        }
        let answer = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        timer?.cancel()
        state.withLock { $0.waiting[id] = nil }
        return answer
    }

    private func isUnderWay(_ operation: Operation) -> Bool {
        state.withLock { $0.generation == operation.generation }
    }

    /// Where the task leaves an answer that it has before it suspends.
    private final class EarlyAnswer: Sendable {
        let answer = Mutex<Answer?>(nil)
    }
}

extension Gestures {
    /// Returns once the person approved.
    /// - Returns: the finger that did it; nil where it is left open.
    /// - Throws: `notAllowedError` where the person declined or did nothing until the time was over and where the
    ///   operation or its task was canceled; what the interaction throws.
    func requireApproval(
        _ prompt: GesturePrompt, by interaction: any UserInteraction, in operation: Operation
    ) async throws(WebAuthnError) -> String? {
        switch await ask(prompt, by: interaction, in: operation) {
        case .approved: return nil
        case .finger(let name): return name
        case .badTouch: throw WebAuthnError(.notAllowedError, "the sensor could not read the finger; try again")
        case .declined: throw WebAuthnError(.notAllowedError, "the person declined")
        case .timedOut: throw WebAuthnError(.notAllowedError, "nobody confirmed in time; try again")
        case .cancelled: throw WebAuthnError(.notAllowedError, "the operation was canceled")
        case .failed(let error): throw error
        }
    }
}
