import ToqueWebAuthn
import WebAuthnClient

/// Why a registration or a signature was not made. Callbacks get its text.
public enum BiometricPixError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The server's options cannot be used.
    case options(OptionsError)
    /// The ceremony failed, under the name that WebAuthn gives it.
    case ceremony(WebAuthnError)
    /// The fallback credential is not base64url of one byte or more.
    case fallbackCredential

    public var description: String {
        switch self {
        case .options(let error): "\(error)"
        case .ceremony(let error): "\(error)"
        case .fallbackCredential: "fallbackCredential: expected base64url of a credential ID, or nil"
        }
    }
}
