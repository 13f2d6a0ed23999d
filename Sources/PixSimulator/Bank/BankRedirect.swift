import ToqueEncoding

/// The bank's redirect of the account holder to the shop.
struct BankRedirect: Sendable {
    enum Outcome: Sendable {
        case approved(code: String, idToken: IDToken)
        /// An OAuth error (RFC 6749 section 4.1.2.1).
        case refused(error: String, description: String)
    }

    /// The target, without parameters yet.
    let callbackURL: String
    let state: String
    let outcome: Outcome

    /// The callback URL with its parameters.
    /// - Parameter inFragment: in the fragment instead of the query (`response_mode=fragment`).
    func location(signedBy key: BankKey, inFragment: Bool = false) throws -> String {
        let parameters: [(name: String, value: String)] =
            switch outcome {
            case .approved(let code, let idToken):
                [("state", state), ("code", code), ("id_token", try key.sign(idToken.claims))]
            case .refused(let error, let description):
                [("state", state), ("error", error), ("error_description", description)]
            }
        return CallbackURL.adding(parameters, to: callbackURL, inFragment: inFragment)
    }
}

enum OAuthError {
    /// The errors of an authorization response (RFC 6749 section 4.1.2.1), and the one that the guide prints.
    static let known = [
        "access_denied", "server_error", "temporarily_unavailable", "invalid_request", "unauthorized_client",
        "unsupported_response_type", "invalid_scope", "insufficient_funds",
    ]

    /// RFC 6749 section 4.1.2.1: printable ASCII except quotes and backslash.
    static func isValid(_ code: String) -> Bool {
        (1...64).contains(code.utf8.count)
            && code.utf8.allSatisfy {
                (0x20...0x7E).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
            }
    }
}
