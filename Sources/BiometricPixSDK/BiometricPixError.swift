import ToqueWebAuthn
import WebAuthnClient

/// The reason why a registration or a signature failed. Callbacks receive its text.
public enum BiometricPixError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The server's options cannot be used.
    case options(OptionsError)
    /// The ceremony failed with this WebAuthn error name.
    case ceremony(WebAuthnError)
    /// The fallback credential is not base64url of at least one byte.
    case fallbackCredential

    public var description: String {
        switch self {
        case .options(let error): "\(error)"
        case .ceremony(let error): "\(error)"
        case .fallbackCredential: "fallbackCredential: expected base64url of a credential ID, or nil"
        }
    }
}
