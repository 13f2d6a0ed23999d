import ToqueEncoding

/// How the bank leads the account holder back to the shop.
struct BankRedirect: Sendable {
    enum Outcome: Sendable {
        case approved(code: String, idToken: IDToken)
        /// An OAuth error (RFC 6749 section 4.1.2.1).
        case refused(error: String, description: String)
    }

    /// Where to, still without parameters.
    let callbackURL: String
    let state: String
    let outcome: Outcome

    /// The callback URL with its parameters.
    /// - Parameter inFragment: instead of in its query (`response_mode=fragment`).
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
    /// RFC 6749 section 4.1.2.1: printable ASCII but quotes and backslash.
    static func isValid(_ code: String) -> Bool {
        (1...64).contains(code.utf8.count)
            && code.utf8.allSatisfy {
                (0x20...0x7E).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
            }
    }
}
