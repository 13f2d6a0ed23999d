import Synchronization
import ToqueCrypto
import ToqueWebAuthn

/// Records whether the person declined a gesture. The ceremony's error does not distinguish that from a gesture for
/// which nobody could be asked or that came too late: all of them are NotAllowedError (WebAuthn Level 3 section 5.1.4).
final class WatchedPerson: UserInteraction {
    private let interaction: any UserInteraction
    private let declined = Atomic(false)

    init(_ interaction: any UserInteraction) { self.interaction = interaction }

    var hasDeclined: Bool { declined.load(ordering: .acquiring) }

    func requestGesture(_ prompt: GesturePrompt) async throws(WebAuthnError) -> UserGesture {
        let gesture = try await interaction.requestGesture(prompt)
        if gesture == .decline { declined.store(true, ordering: .releasing) }
        return gesture
    }

    func requestPIN(_ prompt: PINPrompt) async throws(WebAuthnError) -> SecretBytes {
        try await interaction.requestPIN(prompt)
    }

    func showTouchRequest(_ prompt: GesturePrompt) async { await interaction.showTouchRequest(prompt) }
}
