import Synchronization
import ToqueCrypto
import ToqueEncoding

/// A pair for HTTP Basic authentication.
public struct APIKey: Sendable, Hashable {
    public var id: String
    public var secret: String

    /// The default of most providers, public and for the loopback interface.
    public static let sandbox = APIKey(id: "sandbox", secret: "sandbox")

    public init(id: String, secret: String) {
        self.id = id
        self.secret = secret
    }
}

/// The accepted keys, as hashes: the secrets themselves are not kept.
final class APIKeys: Sendable {
    private let keys = Mutex<[String: KeyHash]>([:])
    /// Compared for unknown ids, so that the response time does not reveal them.
    private let nobody = KeyHash(APIKey(id: "", secret: ""), random: SystemRandom())

    func set(_ hash: KeyHash, for id: String) { keys.withLock { $0[id] = hash } }
    /// - Returns: false if there was no such key.
    @discardableResult
    func remove(_ id: String) -> Bool { keys.withLock { $0.removeValue(forKey: id) != nil } }
    func hash(of id: String) -> KeyHash? { keys.withLock { $0[id] } }
    var ids: [String] { keys.withLock { Array($0.keys) } }
    func contains(_ id: String) -> Bool { keys.withLock { $0[id] != nil } }

    /// The key id in an `Authorization` header (RFC 7617); nil if no key matches.
    func keyID(authorization: String?) -> String? {
        guard let (id, secret) = Self.pair(authorization) else { return nil }
        return takes(id: id, secret: secret) ? id : nil
    }

    /// True if such a header has this key, which is public.
    static func isKey(_ key: APIKey, authorization: String?) -> Bool {
        guard let (id, secret) = pair(authorization) else { return false }
        return id == key.id && secret.elementsEqual(key.secret.utf8)
    }

    /// The id and the secret of HTTP Basic.
    private static func pair(_ authorization: String?) -> (id: String, secret: ArraySlice<UInt8>)? {
        guard let credentials = credentials(authorization, scheme: "basic"),
            let (bytes, _) = Base64URL.decodeTolerant(credentials),
            let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
            let id = String(validating: bytes[..<colon], as: UTF8.self)
        else { return nil }
        return (id, bytes[(colon + 1)...])
    }

    /// True if the key exists and has this secret.
    func takes(id: String, secret: some Sequence<UInt8>) -> Bool {
        let known = keys.withLock { $0[id] }
        let matches = (known ?? nobody).matches(id: id, secret: secret)
        return matches && known != nil
    }

    /// The claimed key id in such a header, if it exists, whatever the secret.
    func claimedID(authorization: String?) -> String? {
        guard let id = Self.id(authorization: authorization) else { return nil }
        return contains(id) ? id : nil
    }

    /// The key id in such a header.
    static func id(authorization: String?) -> String? {
        guard let credentials = credentials(authorization, scheme: "basic"),
            let (bytes, _) = Base64URL.decodeTolerant(credentials)
        else { return nil }
        return String(validating: bytes.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self)
    }

    /// The token in a bearer `Authorization` header (RFC 6750).
    static func bearer(authorization: String?) -> String? { credentials(authorization, scheme: "bearer") }

    private static func credentials(_ authorization: String?, scheme: String) -> String? {
        guard let parts = authorization?.split(separator: " ", maxSplits: 1), parts.count == 2,
            parts[0].lowercased() == scheme
        else { return nil }
        return String(parts[1])
    }
}
