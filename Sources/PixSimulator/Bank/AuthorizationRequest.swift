import SandboxKit
import ToqueCrypto
import ToqueEncoding

/// The provider's request that sends the account holder to the bank (OpenID Connect Core section 3.3.2.1): the
/// enrollment's `redirect_url`.
struct AuthorizationRequest: Sendable {
    /// The last segment of the URL's path.
    let handle: PageHandle
    /// The bank's redirect target.
    let callbackURL: String

    /// As unguessable as the handle it derives from, without revealing it.
    var nonce: String { Base64URL.encode(Digest.sha256("nonce of \(handle.secret)").prefix(16)) }

    /// - Parameters:
    ///   - publicURL: the sandbox's URL.
    ///   - clientID: the provider's id at the bank.
    func url(publicURL: String, clientID: String) -> String {
        let parameters = [
            ("client_id", clientID), ("response_type", "code id_token"), ("scope", "openid"),
            ("redirect_uri", callbackURL), ("nonce", nonce),
        ]
        return "\(publicURL)/\(PixProvider.approvalPath)/\(handle)?\(FormURLEncoding.encode(parameters))"
    }
}
