import ToqueCrypto
import ToqueEncoding

/// The keys that are accepted, hashed: the secrets themselves are not kept.
public struct APIKeys: Sendable {
    private let keys: [(id: String, hash: [UInt8])]

    public init(_ keys: [APIKey]) {
        self.keys = keys.map { ($0.id, Digest.sha256("\($0.id):\($0.secret)")) }
    }

    /// The id of the key in an `Authorization` header (RFC 7617), or nil where it is none of these.
    public func keyID(authorization: String?) -> String? {
        guard let authorization else { return nil }
        let parts = authorization.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "basic",
            let (credentials, _) = Base64URL.decodeTolerant(String(parts[1]))
        else { return nil }
        let hash = Digest.sha256(credentials)
        // Every key is compared, so that the time does not tell which one came close.
        return keys.reduce(nil) { found, key in key.hash.constantTimeEquals(hash) ? key.id : found }
    }
}
