import Synchronization
import ToqueEncoding

/// Does what a script says, for programs and continuous integration. A screen for which the script has no word, or one
/// that it does not take, is an error and never an approval.
public final class ScriptedPresenter: CheckoutPresenter {
    private let script: CheckoutScript
    private let clock: any Clock<Duration>
    private let tell: @Sendable (String) -> Void
    private let position = Mutex(0)
    /// Where the script stood when its rest was told.
    private let told = Mutex<Int?>(nil)

    /// - Parameters:
    ///   - script: what the person does.
    ///   - clock: what `wait` is measured by.
    ///   - tell: is told each screen with what is done on it, and what of the script is left over.
    public init(
        _ script: CheckoutScript, clock: any Clock<Duration> = ContinuousClock(),
        tell: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.script = script
        self.clock = clock
        self.tell = tell
    }

    /// The steps that nothing asked for yet.
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
                // Sleeping fails where the task is canceled, and then there is nothing to wait for.
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

    /// Of what nobody has to answer, a notice is told.
    public func show(_ screen: CheckoutScreen) async {
        guard case .result(let notice) = screen else { return }
        tell([notice.title, notice.message].compactMap { $0 }.joined(separator: ": ").harmless)
    }

    /// Tells what is left over, and the same only once: an SDK and its app may both say that nothing more is shown.
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
