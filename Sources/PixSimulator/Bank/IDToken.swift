import ToqueCrypto
import ToqueEncoding

/// What the ID token of the bank's redirect says (OpenID Connect Core section 3.3.2.11, FAPI 1.0 part 2 section
/// 5.2.2.1).
struct IDToken: Sendable {
    /// Seconds.
    private static let lifetime: Int64 = 300

    /// The bank.
    let issuer: String
    /// The client, which is the provider.
    let audience: String
    /// Who approved.
    let subject: String
    /// The authorization request's.
    let nonce: String
    /// What else the redirect carries.
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

    /// Whether the claims bind these values, as the client has to check. The time is left to the enrollment's own
    /// clocks.
    static func binds(_ claims: JSON, nonce: String, state: String, code: String) -> Bool {
        claims["nonce"] == .string(nonce) && claims["s_hash"] == .string(hash(state))
            && claims["c_hash"] == .string(hash(code))
    }

    /// Left half of the digest, by the signature's hash function.
    private static func hash(_ text: String) -> String { Base64URL.encode(Digest.sha256(text).prefix(16)) }
}
