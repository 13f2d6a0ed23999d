import SecurityKey
import Synchronization
import ToqueCrypto
import ToqueWebAuthn

/// The interaction with OpenSSH's user. OpenSSH asks for the PIN before the call, or after the error that one is
/// required, and announces touches itself.
final class GivenPIN: UserInteraction {
    private let pin: SecretBytes?
    private let refused = Mutex<OpenSSHError?>(nil)

    /// - Parameter pin: as typed; nil or empty if none was.
    /// - Throws: `pinRequired` if it is not UTF-8, because no key has such a PIN.
    init(_ pin: consuming SecretBytes?) throws(OpenSSHError) {
        guard let pin, pin.count > 0 else {
            self.pin = nil
            return
        }
        guard let normalized = PINText.normalized(pin) else {
            throw OpenSSHError(.pinRequired, "the PIN is not UTF-8")
        }
        self.pin = consume normalized
    }

    /// The error for a missing or wrong PIN, once the key has reported it.
    var refusal: OpenSSHError? { refused.withLock { $0 } }

    /// The key itself notices gestures.
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
