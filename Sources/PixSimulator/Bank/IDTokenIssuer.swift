import Sandbox
import ToqueCrypto
import ToqueEncoding

/// Makes the ID token that the bank's redirect carries: a JWS (RFC 7515) with ES256 by a key of this database.
struct IDTokenIssuer {
    private static let setting = "id_token_key"
    /// Seconds.
    private static let lifetime: Int64 = 300

    let publicKey: PublicKeyParameters
    private let key: SigningKey

    /// The database's key, made on first use.
    init(_ transaction: Transaction, random: some RandomSource) throws {
        if let text = try transaction.setting(Self.setting) {
            var bytes = Hex.decode(text) ?? []
            guard bytes.count == 96 else { throw CryptoError.invalidKey("the stored key of ID tokens is damaged") }
            publicKey = .ec(.p256, x: Array(bytes[32..<64]), y: Array(bytes[64..<96]))
            let secret = SecretBytes(copying: bytes[..<32])
            bytes.cleanse()
            key = try SigningKey(
                type: .ec(.p256), secret: secret, deterministic: random.isDeterministic)
        } else {
            let pair = try KeyPair.generate(.ec(.p256), random: random)
            guard case .ec(_, let x, let y) = pair.publicKey else {
                throw CryptoError.unsupported("ID tokens by another key than one on P-256")
            }
            publicKey = pair.publicKey
            let secret = pair.secret.withUnsafeBytes { Hex.encode($0) }
            try transaction.setSetting(Self.setting, secret + Hex.encode(x + y))
            key = try SigningKey(pair, deterministic: random.isDeterministic)
        }
    }

    /// - Parameters:
    ///   - state: bound by `s_hash`, and the code by `c_hash` (OpenID Connect Core section 3.3.2.11, FAPI 1.0 section
    ///     5.2.2.1).
    func token(
        issuer: String, audience: String, subject: String, nonce: String, state: String, code: String,
        issuedAt: Timestamp
    ) throws -> String {
        let seconds = issuedAt.microseconds / 1_000_000
        let header: JSON = ["alg": "ES256", "typ": "JWT"]
        let claims: JSON = [
            "iss": .string(issuer), "sub": .string(subject), "aud": .string(audience), "iat": .int(seconds),
            "exp": .int(seconds + Self.lifetime), "nonce": .string(nonce), "s_hash": .string(Self.half(state)),
            "c_hash": .string(Self.half(code)),
        ]
        let signed = "\(Base64URL.encode(header.utf8)).\(Base64URL.encode(claims.utf8))"
        let signature = try key.sign(Array(signed.utf8), scheme: .ecdsa(.sha256))
        return "\(signed).\(Base64URL.encode(try Self.rawSignature(signature)))"
    }

    private static func half(_ text: String) -> String { Base64URL.encode(Digest.sha256(text).prefix(16)) }

    /// r and s, 32 bytes each (RFC 7518 section 3.4), of the DER sequence that OpenSSL gives.
    private static func rawSignature(_ der: [UInt8]) throws -> [UInt8] {
        var rest = der.dropFirst(2)
        var raw: [UInt8] = []
        for _ in 0..<2 {
            guard rest.popFirst() == 0x02, let length = rest.popFirst(), Int(length) <= rest.count else {
                throw CryptoError.unsupported("a signature that is no DER sequence of two numbers")
            }
            let number = rest.prefix(Int(length)).drop { $0 == 0 }
            rest = rest.dropFirst(Int(length))
            raw += [UInt8](repeating: 0, count: max(0, 32 - number.count)) + number
        }
        return raw
    }
}
