import PixAPI
import ToqueEncoding

/// The claims of an access token (docs/sdk.md). Their signature is not verified: they explain to a person why a call
/// was refused, and decide nothing.
public struct AccessTokenClaims: JSONModel, Hashable {
    /// `access`
    public var tokenType: String?
    /// Expiry time.
    public var expiresAt: Timestamp?
    public var issuedAt: Timestamp?
    public var jwtID: String?
    public var issuer: String?
    public var userID: String?
    /// `production` or `sandbox`.
    public var environment: String?
    /// Such as `read_institutions`.
    public var scopes: [String]
    /// `ENROLLMENT`, `PAYMENT_INTENT`.
    public var useCases: [String]
    /// All the claims, including those above.
    public var all: JSONObject

    public init(_ reader: JSONReader) throws(JSONMemberError) {
        all = try reader.object()
        tokenType = try reader.optional("token_type")?.string()
        expiresAt = try reader.optional("exp")?.numericDate()
        issuedAt = try reader.optional("iat")?.numericDate()
        jwtID = try reader.optional("jti")?.string()
        issuer = try reader.optional("iss")?.string()
        // Some issuers use a number.
        userID = try reader.optional("user_id").map { $0.value.stringValue ?? $0.value.serialized() }
        environment = try reader.optional("environment")?.string()
        scopes = try reader.optional("scopes")?.strings() ?? []
        useCases = try reader.optional("use_cases")?.strings() ?? []
    }

    public var json: JSON { .object(all) }
}

extension JSONReader {
    /// RFC 7519, section 2: seconds since 1970, with or without a fraction.
    fileprivate func numericDate() throws(JSONMemberError) -> Timestamp {
        // The years 0000 to 9999, to prevent overflows.
        guard let seconds = Int64(exactly: try double().rounded(.down)), abs(seconds) < 253_402_300_800 else {
            throw mismatch(expected: "seconds since 1970")
        }
        return Timestamp(microseconds: seconds * 1_000_000)
    }
}
