import ToqueCrypto
import ToqueEncoding

/// The stored form of an API key: a salted SHA-256. Keys are random, so they need no slower hash.
struct KeyHash: Sendable, Hashable {
    private let salt: [UInt8]
    private let hash: [UInt8]

    init(_ key: APIKey, random: some RandomSource) {
        salt = random.bytes(16)
        hash = Self.hash(salt, id: key.id, secret: key.secret.utf8)
    }

    /// - Returns: nil unless `description` made the text.
    init?(_ text: String) {
        guard let bytes = Hex.decode(text), bytes.count == 48 else { return nil }
        salt = Array(bytes[..<16])
        hash = Array(bytes[16...])
    }

    var description: String { Hex.encode(salt + hash) }

    /// In constant time.
    func matches(id: String, secret: some Sequence<UInt8>) -> Bool {
        hash.constantTimeEquals(Self.hash(salt, id: id, secret: secret))
    }

    private static func hash(_ salt: [UInt8], id: String, secret: some Sequence<UInt8>) -> [UInt8] {
        Digest.sha256(salt + Array(id.utf8) + [UInt8(ascii: ":")] + Array(secret))
    }
}
