import PixAPI
import Sandbox
import Synchronization
import ToqueCrypto
import ToqueEncoding

/// Creates and reads the access tokens of apps: JWTs (RFC 7519) with HS256, because only this sandbox verifies them.
/// Each database has one key. The tenant stores each token's id, so that tokens end with a reset or with the API key
/// that requested them.
final class AccessTokenIssuer: Sendable {
    private static let setting = "access_token_key"
    /// Seconds of the tenant's clock; assumed.
    static let accessLifetime: Int64 = 600
    static let refreshLifetime: Int64 = 86_400

    private final class Key: Sendable {
        let bytes: SecretBytes
        init(_ bytes: consuming SecretBytes) { self.bytes = bytes }
    }

    private let cached = Mutex<Key?>(nil)

    /// The database's key, generated on first use.
    private func key(_ engine: Engine) async throws -> Key {
        if let key = cached.withLock({ $0 }) { return key }
        var fresh = engine.store.random(for: Self.setting).bytes(32)
        defer { fresh.cleanse() }
        let text = try await engine.store.initializeSharedSetting(Self.setting, Hex.encode(fresh))
        guard var bytes = Hex.decode(text), bytes.count == 32 else {
            throw CryptoError.invalidKey("the stored key of access tokens is damaged")
        }
        let key = Key(SecretBytes(consuming: &bytes))
        return cached.withLock { current in
            if let current { return current }
            current = key
            return key
        }
    }

    private static let header: JSON = ["alg": "HS256", "typ": "JWT"]

    // MARK: Creating

    /// The `jti` of the two tokens (RFC 7519 section 4.1.7).
    struct IDs: Sendable {
        let access: String
        let refresh: String
    }

    /// Ids for new tokens of the transaction's tenant.
    static func newIDs(_ transaction: Transaction) throws -> IDs {
        let random = try transaction.random()
        let ids = IDs(access: random.uuid(), refresh: random.uuid())
        try transaction.register(oneTimeValue: ids.access, purpose: Purpose.accessToken, subject: transaction.tenant)
        return ids
    }

    /// Creates tokens for an app of the tenant.
    /// - Parameters:
    ///   - useCases: the app's purposes.
    ///   - ids: from `newIDs`.
    func tokens(
        for tenant: String, useCases: [AccessTokenRequest.UseCase], ids: IDs, at now: Timestamp, _ engine: Engine
    ) async throws -> AccessTokens {
        let key = try await key(engine)
        func token(_ type: String, id: String, lifetime: Int64) -> String {
            let claims: JSON = [
                "token_type": .string(type), "exp": .int(now.seconds + lifetime), "iat": .int(now.seconds),
                "jti": .string(id), "user_id": .string(UUIDText.of(keyID: tenant)),
                "environment": "sandbox", "iss": .string(engine.publicURL),
                "scopes": ["read_institutions", "write_consents", "read_consents", "write_consent_callback"],
                "use_cases": .array(useCases.map { .string($0.rawValue) }), "user_data": Self.userData(tenant),
            ]
            return JWS.compact(header: Self.header, claims: claims) { HMAC.sha256(key: key.bytes, message: $0) }
        }
        return AccessTokens(
            access: token("access", id: ids.access, lifetime: Self.accessLifetime),
            refresh: token("refresh", id: ids.refresh, lifetime: Self.refreshLifetime))
    }

    /// The data of the merchant, here the tenant.
    private static func userData(_ tenant: String) -> JSON {
        [
            "id": .string(UUIDText.of(keyID: tenant)), "username": .string(tenant),
            "email": "integration@loja.example", "certification_state": "CERTIFIED",
            "organization": ["id": .string(UUIDText.of(keyID: "organization of \(tenant)")), "country_code": "BRA"],
        ]
    }

    // MARK: Reading

    /// The tenant of an access token that is valid by the tenant's clock; nil for any other text.
    func tenant(of token: String, _ engine: Engine) async throws -> String? {
        guard let token = JWS(token), token.header["alg"] == "HS256" else { return nil }
        let key = try await key(engine)
        guard HMAC.sha256(key: key.bytes, message: token.signed).constantTimeEquals(token.signature),
            token.claims["token_type"] == "access", let tenant = token.claims["user_data"]?["username"]?.stringValue,
            let id = token.claims["jti"]?.stringValue, let start = token.claims["iat"]?.intValue,
            let end = token.claims["exp"]?.intValue,
            // If the clock was moved to before the token's creation, the token is invalid too.
            (start..<end).contains(Int(engine.store.now(of: tenant).seconds))
        else { return nil }
        let isKnown = try await engine.store.read(tenant) {
            try $0.subject(ofOneTimeValue: id, purpose: Purpose.accessToken) != nil
        }
        return isKnown ? tenant : nil
    }
}
