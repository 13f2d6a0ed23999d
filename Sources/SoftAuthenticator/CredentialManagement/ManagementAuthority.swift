import CTAP

/// The token that has authorized a subcommand of authenticatorCredentialManagement.
enum ManagementAuthority {
    /// - Parameters:
    ///   - generation: tells it from the tokens before and after it.
    ///   - rpID: the only RP that it is good for; nil where that is every one.
    case token(generation: Int, rpID: String?)
    /// The persistent one, which reads alone.
    case persistentToken

    var rpID: String? {
        switch self {
        case .token(_, let rpID): rpID
        case .persistentToken: nil
        }
    }

    /// Whether what it has begun may go on.
    func isAlive(_ pin: borrowing PINUVAuthState) -> Bool {
        switch self {
        case .token(let generation, _): pin.isTokenAlive && pin.tokenGeneration == generation
        // A change of the PIN and a reset end it, and like every other command they end an enumeration as well.
        case .persistentToken: true
        }
    }
}
