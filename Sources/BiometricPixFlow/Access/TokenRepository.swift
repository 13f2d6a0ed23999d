import PixAPI
import ToqueEncoding

/// The access token that a merchant's server created for this app (docs/sdk.md). Its description hides it.
public struct TokenRepository: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible {
    let accessToken: String

    public init(accessToken: String) { self.accessToken = accessToken }

    /// Reads the token's claims without verifying its signature, which only the provider can (RFC 7519, section 7.2,
    /// steps 1 to 4).
    /// - Throws: `JSONMemberError` if the text is not a JWT.
    public func decode() throws(JSONMemberError) -> AccessTokenClaims {
        let parts = accessToken.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let payload = Base64URL.decode(String(parts[1])),
            let claims = try? JSON(parsing: payload)
        else {
            throw JSONMemberError(
                path: "access token", found: "another text", expected: "a JWT: three base64url parts with dots between")
        }
        return try AccessTokenClaims(JSONReader(claims, path: "access token"))
    }

    /// Explains a refusal to a person if the token has expired.
    func hint(now: Timestamp) -> String? {
        guard let end = try? decode().expiresAt, end <= now else { return nil }
        return "the access token ended at \(end); get a new one from your server"
    }

    public var description: String { "an access token" }
    public var debugDescription: String { description }
}
