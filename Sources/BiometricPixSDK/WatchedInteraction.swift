import Synchronization
import ToqueWebAuthn

/// Passes questions on and remembers that there was one. WebAuthn asks the person only about a credential that the
/// authenticator has (section 6.3.3, steps 5 and 7), so that a failure without a question means it has none.
final class WatchedInteraction: UserInteraction {
    private let interaction: any UserInteraction
    private let asked = Atomic(false)

    init(_ interaction: any UserInteraction) { self.interaction = interaction }

    var wasAsked: Bool { asked.load(ordering: .acquiring) }

    func requestGesture(_ prompt: GesturePrompt) async throws(WebAuthnError) -> UserGesture {
        asked.store(true, ordering: .releasing)
        return try await interaction.requestGesture(prompt)
    }
}
