import Synchronization
import ToqueWebAuthn

/// Asks for gestures. `cancel` and the end of the caller's task end the wait.
final class Gestures: Sendable {
    /// An operation that was in progress when it began.
    struct Operation {
        fileprivate let generation: Int
    }

    /// How long to wait for a person.
    struct TimeLimit: Sendable {
        var duration: Duration
        var clock: any Clock<Duration>
    }

    /// The result of asking.
    enum Outcome: Sendable {
        case approved, declined
        /// The name of the finger on the sensor.
        case finger(String)
        case badTouch(FingerprintFault)
        /// Nobody acted in time.
        case timedOut
        /// The operation or its task was canceled. A late gesture does not count.
        case canceled
        /// Nobody could be asked.
        case failed(WebAuthnError)
    }

    private typealias Answer = Result<UserGesture, WebAuthnError>

    private struct State {
        /// The number of cancellations: an operation of an earlier generation is over.
        var generation = 0
        var nextID = 0
        var waiting: [Int: Task<Answer, Never>] = [:]
    }

    private let state = Mutex(State())

    /// Begins an operation; the next `cancel` ends it.
    func begin() -> Operation { state.withLock { Operation(generation: $0.generation) } }

    /// Ends all operations in progress.
    func cancel() {
        let tasks = state.withLock { state in
            state.generation += 1
            return Array(state.waiting.values)
        }
        for task in tasks { task.cancel() }
    }

    /// Asks, and suspends only if the answer is not immediate.
    /// - Parameters:
    ///   - limit: nil waits forever, or as long as the interaction itself does.
    ///   - onWait: called before it suspends.
    func ask(
        _ prompt: GesturePrompt, by interaction: any UserInteraction, in operation: Operation,
        limit: TimeLimit? = nil, onWait: () -> Void = {}
    ) async -> Outcome {
        guard !Task.isCancelled else { return .canceled }
        // A separate task, because an interaction stops waiting only when its task ends.
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
        guard isUnderWay(operation), !Task.isCancelled else { return .canceled }
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
            // The operation may have been canceled before the task existed.
            if state.generation != operation.generation { task.cancel() }
            return state.nextID
        }
        let timer = limit.map { limit in
            Task.immediate {
                // Sleeping throws when canceled; then nothing has expired.
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

    /// Holds an answer that the task has before it suspends.
    private final class EarlyAnswer: Sendable {
        let answer = Mutex<Answer?>(nil)
    }
}

extension Gestures {
    /// Returns after the person's approval.
    /// - Returns: the finger used; nil if unspecified.
    /// - Throws: `notAllowedError` if the person declined or did nothing in time, and if the operation or its task was
    ///   canceled; and the interaction's errors.
    func requireApproval(
        _ prompt: GesturePrompt, by interaction: any UserInteraction, in operation: Operation
    ) async throws(WebAuthnError) -> String? {
        switch await ask(prompt, by: interaction, in: operation) {
        case .approved: return nil
        case .finger(let name): return name
        case .badTouch: throw WebAuthnError(.notAllowedError, "the sensor could not read the finger; try again")
        case .declined: throw WebAuthnError(.notAllowedError, "the person declined")
        case .timedOut: throw WebAuthnError(.notAllowedError, "nobody confirmed in time; try again")
        case .canceled: throw WebAuthnError(.notAllowedError, "the operation was canceled")
        case .failed(let error): throw error
        }
    }
}
