/// Why the server does not take `auth` (Checkout documentation, "Authentication", error codes). The answer is HTTP 401,
/// and the number stands in its message alone.
public enum PlacetoPayAuthError: Int, Error, Sendable, Hashable, CaseIterable {
    /// `auth` or one of its members is missing or malformed.
    case malformed = 100
    case unknownLogin = 101
    /// The proof is not of this nonce, seed and secret key, or was used before.
    case wrongTranKey = 102
    /// The seed is more than five minutes off.
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

    /// The error that an answer's message tells; nil for any other message.
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
