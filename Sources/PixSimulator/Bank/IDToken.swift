import ToqueCrypto
import ToqueEncoding

/// The content of the ID token in the bank's redirect (OpenID Connect Core section 3.3.2.11, FAPI 1.0 part 2 section
/// 5.2.2.1).
struct IDToken: Sendable {
    /// Seconds.
    private static let lifetime: Int64 = 300

    /// The bank.
    let issuer: String
    /// The client: the provider.
    let audience: String
    /// The person who approved.
    let subject: String
    /// From the authorization request.
    let nonce: String
    /// The redirect's other parameters.
    let state: String
    let code: String
    let issuedAt: Timestamp

    var claims: JSON {
        [
            "iss": .string(issuer), "sub": .string(subject), "aud": .string(audience),
            "iat": .int(issuedAt.seconds), "exp": .int(issuedAt.seconds + Self.lifetime), "nonce": .string(nonce),
            "s_hash": .string(Self.hash(state)), "c_hash": .string(Self.hash(code)),
        ]
    }

    /// True if the claims bind these values, which the client must check. The enrollment's own clocks limit the time.
    static func binds(_ claims: JSON, nonce: String, state: String, code: String) -> Bool {
        claims["nonce"] == .string(nonce) && claims["s_hash"] == .string(hash(state))
            && claims["c_hash"] == .string(hash(code))
    }

    /// Left half of the digest, with the signature's hash function.
    private static func hash(_ text: String) -> String { Base64URL.encode(Digest.sha256(text).prefix(16)) }
}
