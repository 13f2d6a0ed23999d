import CTAP
import Synchronization

/// The touch for U2F requests. A host repeats its request until somebody has touched the device, and gets an immediate
/// response each time (FIDO U2F Raw Message Formats, section 4), because some hosts mistake a keepalive for a response.
/// The person is therefore asked in the background, and their touch waits here for the host's next request.
///
/// It is valid only for that one request, byte for byte: touching the key for one application signs for no other.
final class U2FTouch: Sendable {
    enum Verdict {
        case touched, awaited
        /// The person declined, or there is no person to ask.
        case refused
    }

    struct Question {
        let id: Int
        let command: U2FCommand
        var task: Task<Void, Never>?
        var answer: (outcome: Gestures.Outcome, time: Duration)?
    }

    struct State {
        var lastID = 0
        var question: Question?

        /// Changes the question, unless another one has replaced it.
        mutating func change(_ id: Int, _ body: (inout Question) -> Void) {
            guard var changed = question, changed.id == id else { return }
            body(&changed)
            question = changed
        }
    }

    /// How long an answer waits for its host, which asks several times a second.
    private static let memory: Duration = .seconds(10)

    private let uptime: @Sendable () -> Duration
    let state = Mutex(State())

    /// - Parameter uptime: a monotonic clock.
    init(uptime: @escaping @Sendable () -> Duration) { self.uptime = uptime }

    /// The person's answer to this request.
    /// - Parameter ask: asks the person, unless they are already being asked about it. It may answer at once.
    func verdict(on command: U2FCommand, ask: @escaping @Sendable () async -> Gestures.Outcome) -> Verdict {
        if let verdict = takeVerdict(on: command) { return verdict }
        let (id, superseded) = begin(command)
        superseded?.cancel()
        let task = Task.immediate { settle(id, await ask()) }
        state.withLock { $0.change(id) { $0.task = task } }
        return takeVerdict(on: command) ?? .awaited
    }

    /// Nobody waits for a touch any more, and an existing one is void.
    func forget() {
        let task = state.withLock { state in
            defer { state.question = nil }
            return state.question?.task
        }
        task?.cancel()
    }

    /// - Returns: nil if the person is not being asked about this command.
    private func takeVerdict(on command: U2FCommand) -> Verdict? {
        let now = uptime()
        return state.withLock { state in
            guard let question = state.question, question.command == command else { return nil }
            guard let (outcome, time) = question.answer else { return .awaited }
            state.question = nil
            guard now - time <= Self.memory else { return nil }
            switch outcome {
            case .approved, .finger, .badTouch: return .touched
            case .declined, .failed: return .refused
            case .timedOut, .canceled: return nil
            }
        }
    }

    private func begin(_ command: U2FCommand) -> (id: Int, superseded: Task<Void, Never>?) {
        state.withLock { state in
            let superseded = state.question?.task
            state.lastID += 1
            state.question = Question(id: state.lastID, command: command)
            return (state.lastID, superseded)
        }
    }

    private func settle(_ id: Int, _ outcome: Gestures.Outcome) {
        let now = uptime()
        state.withLock { $0.change(id) { $0.answer = (outcome, now) } }
    }
}
