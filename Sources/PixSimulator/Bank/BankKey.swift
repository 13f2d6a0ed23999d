import ToqueCrypto
import ToqueEncoding

/// The bank's key for signing ID tokens: RSA-2048, PS256 (FAPI 1.0 part 2 section 8.6).
public final class BankKey: Sendable {
    static let type = KeyType.rsa(bits: 2048)

    /// Its thumbprint (RFC 7638).
    let id: String
    /// The public key as a JSON Web Key (RFC 7517).
    let jwk: JSON
    private let signingKey: SigningKey
    private let verifyingKey: VerifyingKey

    /// Generates a key, for several simulators: it takes about 200 ms of CPU time.
    /// - Parameter seed: the same seed gives the same key.
    /// - Throws: `CryptoError` if the cryptographic library fails.
    public convenience init(seed: String) throws(CryptoError) {
        let random = SeededRandom(seed: seed)
        let pair = try KeyPair.generate(Self.type, random: random)
        try self.init(secret: pair.secret.duplicate(), deterministic: true)
    }

    /// - Parameters:
    ///   - secret: in the form described at `KeyPair`.
    ///   - deterministic: true to sign the same claims with the same token.
    init(secret: consuming SecretBytes, deterministic: Bool) throws(CryptoError) {
        let pair = try KeyPair(type: Self.type, secret: secret)
        guard case .rsa(let modulus, let exponent) = pair.publicKey else {
            throw .unsupported("ID tokens by another key than an RSA key")
        }
        let (e, n) = (Base64URL.encode(exponent), Base64URL.encode(modulus))
        let required: JSON = ["e": .string(e), "kty": "RSA", "n": .string(n)]
        id = Base64URL.encode(Digest.sha256(required.utf8))
        jwk = [
            "kty": "RSA", "use": "sig", "alg": "PS256", "kid": .string(id), "n": .string(n), "e": .string(e),
        ]
        signingKey = try SigningKey(pair, deterministic: deterministic)
        verifyingKey = try VerifyingKey(pair.publicKey)
    }

    /// Signs the claims as a JWS in compact form.
    func sign(_ claims: JSON) throws -> String {
        try JWS.compact(header: ["alg": "PS256", "typ": "JWT", "kid": .string(id)], claims: claims) {
            try signingKey.sign($0, scheme: .rsaPSS(.sha256))
        }
    }

    /// The claims of a JWS signed with this key; nil for any other text.
    func claims(of token: String) -> JSON? {
        guard let token = JWS(token), token.header["alg"] == "PS256", token.header["kid"] == .string(id),
            verifyingKey.verify(token.signature, of: token.signed, scheme: .rsaPSS(.sha256))
        else { return nil }
        return token.claims
    }
}
