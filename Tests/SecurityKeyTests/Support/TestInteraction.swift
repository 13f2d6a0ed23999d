import Synchronization
import ToqueCrypto
import ToqueWebAuthn

/// A person who knows some PINs and enters them in order, repeating the last one.
final class TestInteraction: UserInteraction {
    private let pins: Mutex<[String]>
    private let pinPrompts = Mutex<[PINPrompt]>([])
    private let touchPrompts = Mutex<[GesturePrompt]>([])

    init(pins: String...) { self.pins = Mutex(pins) }

    /// The prompts that the person got.
    var askedPINs: [PINPrompt] { pinPrompts.withLock { $0 } }
    var askedTouches: [GesturePrompt] { touchPrompts.withLock { $0 } }

    func requestGesture(_ prompt: GesturePrompt) async -> UserGesture { .approve }

    func requestPIN(_ prompt: PINPrompt) async throws(WebAuthnError) -> SecretBytes {
        pinPrompts.withLock { $0.append(prompt) }
        let pin = pins.withLock { pins in pins.count > 1 ? pins.removeFirst() : pins.first }
        guard let pin else { throw WebAuthnError(.notAllowedError, "the person gives no PIN") }
        return SecretBytes(copying: pin.utf8)
    }

    func showTouchRequest(_ prompt: GesturePrompt) async { touchPrompts.withLock { $0.append(prompt) } }
}
