import Synchronization
import ToqueCrypto
import ToqueWebAuthn

/// Passes questions on and remembers that there was one which only a credential that the authenticator has brings up:
/// WebAuthn asks for consent to that alone (section 6.3.3, steps 5 and 7), so that a failure without it means that the
/// authenticator has none. A key outside of this process is different: it wants its PIN first and its touch whatever it
/// finds, and the person consents to each use by touching it again.
package final class WatchedInteraction: UserInteraction {
    private let interaction: any UserInteraction
    private let asked = Atomic(false)

    package init(_ interaction: any UserInteraction) { self.interaction = interaction }

    package var wasAsked: Bool { asked.load(ordering: .acquiring) }

    package func requestGesture(_ prompt: GesturePrompt) async throws(WebAuthnError) -> UserGesture {
        asked.store(true, ordering: .releasing)
        return try await interaction.requestGesture(prompt)
    }

    package func requestPIN(_ prompt: PINPrompt) async throws(WebAuthnError) -> SecretBytes {
        // A wrong PIN, or none, is an end: another credential would cost another try.
        if prompt.isRetry { asked.store(true, ordering: .releasing) }
        do throws(WebAuthnError) {
            return try await interaction.requestPIN(prompt)
        } catch {
            asked.store(true, ordering: .releasing)
            throw error
        }
    }

    package func showTouchRequest(_ prompt: GesturePrompt) async { await interaction.showTouchRequest(prompt) }
}
