import SecurityKey
import Synchronization
import ToqueCrypto
import ToqueWebAuthn

/// The person behind OpenSSH: OpenSSH has asked for the PIN beforehand, or asks for it once it hears that one is
/// needed, and says itself that a touch is awaited.
final class GivenPIN: UserInteraction {
    private let pin: SecretBytes?
    private let refused = Mutex<OpenSSHError?>(nil)

    /// - Parameter pin: as it was typed; nil, or nothing in it, where none was.
    /// - Throws: `pinRequired` where it is no UTF-8, which no key has as its PIN.
    init(_ pin: consuming SecretBytes?) throws(OpenSSHError) {
        guard let pin, pin.count > 0 else {
            self.pin = nil
            return
        }
        guard let normalized = PINText.normalized(pin) else {
            throw OpenSSHError(.pinRequired, "the PIN is no UTF-8")
        }
        self.pin = consume normalized
    }

    /// That the PIN is missing or wrong, once the key has said so.
    var refusal: OpenSSHError? { refused.withLock { $0 } }

    /// The key itself notices its gestures.
    func requestGesture(_ prompt: GesturePrompt) async -> UserGesture { .approve }

    func requestPIN(_ prompt: PINPrompt) async throws(WebAuthnError) -> SecretBytes {
        if !prompt.isRetry, let pin = pin?.duplicate() { return pin }
        let message = prompt.isRetry ? "\(prompt.device) refused the PIN\(Self.tries(prompt.retriesLeft))" : nil
        refused.withLock { $0 = OpenSSHError(.pinRequired, message) }
        throw WebAuthnError(.notAllowedError, message ?? "\(prompt.device) wants its PIN")
    }

    private static func tries(_ count: Int?) -> String {
        guard let count else { return "" }
        return "; \(count) \(count == 1 ? "try is" : "tries are") left before it blocks the PIN"
    }
}
