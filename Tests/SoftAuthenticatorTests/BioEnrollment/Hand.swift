import Synchronization
import ToqueWebAuthn

@testable import SoftAuthenticator

/// A hand whose gestures a test sets.
final class Hand: UserInteraction {
    private struct State {
        var gestures: [UserGesture]
        var prompts: [GesturePrompt] = []
    }

    private let state: Mutex<State>

    init(_ gesture: UserGesture = .finger("thumb")) { state = Mutex(State(gestures: [gesture])) }

    /// Sets the next gestures; the last one repeats.
    func will(_ gestures: UserGesture...) { state.withLock { $0.gestures = gestures } }

    /// The prompts since the last call.
    func prompts() -> [GesturePrompt] {
        state.withLock { state in
            defer { state.prompts = [] }
            return state.prompts
        }
    }

    func requestGesture(_ prompt: GesturePrompt) async -> UserGesture {
        state.withLock { state in
            state.prompts.append(prompt)
            return state.gestures.count > 1 ? state.gestures.removeFirst() : state.gestures[0]
        }
    }
}
