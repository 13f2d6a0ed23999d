import SandboxKit
import ToqueCrypto
import ToqueEncoding

/// The request with which the provider sends the account holder to the bank (OpenID Connect Core section 3.3.2.1): the
/// enrollment's `redirect_url`.
struct AuthorizationRequest: Sendable {
    /// What the URL's path ends with.
    let handle: PageHandle
    /// Where the bank leads back to.
    let callbackURL: String

    /// As unguessable as the handle that it is made from, and of no use to get there.
    var nonce: String { Base64URL.encode(Digest.sha256("nonce of \(handle.secret)").prefix(16)) }

    /// - Parameters:
    ///   - publicURL: where the sandbox is reached.
    ///   - clientID: the provider as the bank knows it.
    func url(publicURL: String, clientID: String) -> String {
        let parameters = [
            ("client_id", clientID), ("response_type", "code id_token"), ("scope", "openid"),
            ("redirect_uri", callbackURL), ("nonce", nonce),
        ]
        return "\(publicURL)/\(PixProvider.approvalPath)/\(handle)?\(FormURLEncoding.encode(parameters))"
    }
}
