import PixAPI
import ToqueEncoding

/// The parameters that the bank returned, in any way, with the ID token's claims.
struct BankReturn: Sendable {
    enum Outcome: Sendable {
        /// - Parameter claims: of the ID token; nil if the bank did not sign it.
        case approved(code: String, claims: JSON?)
        case refused(error: String, description: String?)
    }

    let state: String
    let outcome: Outcome

    init(_ request: CompleteRedirectionRequest, key: BankKey) {
        state = request.state
        outcome =
            switch request {
            case .success(_, let code, let idToken): .approved(code: code, claims: key.claims(of: idToken))
            case .failure(_, let error, let description): .refused(error: error, description: description)
            }
    }

    /// Directly from the bank, without a signature.
    init(_ redirect: BankRedirect) {
        state = redirect.state
        outcome =
            switch redirect.outcome {
            case .approved(let code, let idToken): .approved(code: code, claims: idToken.claims)
            case .refused(let error, let description): .refused(error: error, description: description)
            }
    }
}
