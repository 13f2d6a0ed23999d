/// Why the server refuses `auth` (Checkout documentation, "Authentication", error codes). The response is HTTP 401,
/// with the number only in its message.
public enum PlacetoPayAuthError: Int, Error, Sendable, Hashable, CaseIterable {
    /// `auth` or one of its members is missing or malformed.
    case malformed = 100
    case unknownLogin = 101
    /// The proof does not match nonce, seed and secret key, or was used before.
    case wrongTranKey = 102
    /// The seed is off by more than five minutes.
    case seedOutOfTime = 103
    case siteInactive = 104
    case siteExpired = 105
    case credentialsExpired = 106
    case wrongDefinition = 107
    case headerSkipped = 200
    case contactSupport = 10001

    private static let words = "Authentication failed"

    /// Such as `Authentication failed 102`.
    public var message: String { "\(Self.words) \(rawValue)" }

    /// The error in a response's message; nil for any other message.
    public init?(message: String) {
        guard message.hasPrefix("\(Self.words) "), let number = Int(message.dropFirst(Self.words.count + 1)) else {
            return nil
        }
        self.init(rawValue: number)
    }
}

extension PlacetoPayAuthError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .malformed: "auth: found nothing or a malformed member, expected login, tranKey, nonce and seed"
        case .unknownLogin: "auth.login: no site has this login"
        case .wrongTranKey: "auth.tranKey: not made of this nonce, seed and secret key, or used before"
        case .seedOutOfTime: "auth.seed: more than five minutes off"
        case .siteInactive: "auth.login: the site is inactive"
        case .siteExpired: "auth.login: the site has expired"
        case .credentialsExpired: "auth.login: the credentials have expired"
        case .wrongDefinition: "auth: the WSSE definition is wrong"
        case .headerSkipped: "auth: the security header was skipped"
        case .contactSupport: "auth: contact the provider's support"
        }
    }
}
