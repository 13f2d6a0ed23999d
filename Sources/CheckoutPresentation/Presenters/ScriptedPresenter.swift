import Synchronization
import ToqueEncoding

/// Follows a script, for programs and continuous integration. A screen without a word in the script, or with a word
/// that it does not accept, is an error and never an approval.
public final class ScriptedPresenter: CheckoutPresenter {
    private let script: CheckoutScript
    private let clock: any Clock<Duration>
    private let tell: @Sendable (String) -> Void
    private let position = Mutex(0)
    /// The script's position when its unused words were last reported.
    private let told = Mutex<Int?>(nil)

    /// - Parameters:
    ///   - script: the person's actions.
    ///   - clock: measures `wait`.
    ///   - tell: receives each screen with its action, and the unused words.
    public init(
        _ script: CheckoutScript, clock: any Clock<Duration> = ContinuousClock(),
        tell: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.script = script
        self.clock = clock
        self.tell = tell
    }

    /// The words not used yet.
    public var leftover: [CheckoutScript.Step] { Array(script.steps.dropFirst(position.withLock { $0 })) }

    public func present(_ screen: CheckoutScreen) async throws(PresentationError) -> CheckoutAction {
        while !Task.isCancelled {
            let index = position.withLock { position in
                defer { position = min(position + 1, script.steps.count) }
                return position
            }
            guard index < script.steps.count else { throw .scriptEnded(screen: screen.name) }
            switch script.steps[index] {
            case .wait(let duration):
                tell("\(screen.name): \(script.steps[index])")
                // Sleeping fails if the task is canceled, and then the wait is over.
                guard (try? await clock.sleep(for: duration)) != nil else { throw .canceled }
            case .act(let action):
                guard screen.takes(action) else {
                    throw .misplaced(word: "\(action)", position: index + 1, screen: screen.name)
                }
                tell("\(screen.name): \(action)".harmless)
                return action
            }
        }
        throw .canceled
    }

    /// Of the screens without an answer, only notices are reported.
    public func show(_ screen: CheckoutScreen) async {
        guard case .result(let notice) = screen else { return }
        tell([notice.title, notice.message].compactMap { $0 }.joined(separator: ": ").harmless)
    }

    /// Reports the unused words, without repetition: an SDK and its app may both report that nothing more is shown.
    public func finish() async {
        let (rest, index) = (leftover, position.withLock { $0 })
        let isTold = told.withLock { told in
            defer { told = index }
            return told == index
        }
        guard !rest.isEmpty, !isTold else { return }
        tell("left over of the script: \(rest.map(\.description).joined(separator: ","))".harmless)
    }
}
