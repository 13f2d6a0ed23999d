import FoundationEssentials
import ToqueEncoding

extension Data {
    /// Standard base64 with padding (RFC 4648 section 4).
    public func toBase64String() -> String { base64EncodedString() }

    /// base64url without padding (RFC 4648 section 5), the form of every binary member of the provider's API.
    public func toBase64UrlString() -> String { Base64URL.encode(self) }
}
