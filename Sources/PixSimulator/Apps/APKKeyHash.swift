import ToqueEncoding

/// The SHA-256 of an Android app's signing certificate.
struct APKKeyHash: Sendable, Hashable {
    private static let sizeOfSHA1 = 20
    private static let size = 32

    let bytes: [UInt8]

    /// - Parameter text: in an origin's form (base64url), or in that of `keytool -list -v`.
    init?(_ text: String) {
        guard let bytes = Self.decode(text), bytes.count == Self.size else { return nil }
        self.bytes = bytes
    }

    /// The expected form, for errors.
    static func expectation(for text: String) -> String {
        decode(text)?.count == sizeOfSHA1 ? "\(expectation); this is a SHA-1" : expectation
    }

    private static func decode(_ text: String) -> [UInt8]? {
        Hex.decode(text.filter { $0 != ":" }) ?? Base64URL.decode(text) ?? Base64.decode(text)
    }

    /// The form in an origin.
    var text: String { Base64URL.encode(bytes) }

    /// The form of `keytool` and `assetlinks.json`.
    var fingerprint: String { bytes.map { Hex.encode([$0]).uppercased() }.joined(separator: ":") }
}

extension APKKeyHash: JSONValue {
    static let expectation =
        "the SHA-256 of a signing certificate: 43 characters of base64url, or 64 hexadecimal digits"

    static func read(_ reader: JSONReader) throws(JSONMemberError) -> APKKeyHash {
        let text = try reader.string()
        guard let hash = APKKeyHash(text) else { throw reader.mismatch(expected: expectation(for: text)) }
        return hash
    }

    var json: JSON { .string(text) }
    static var schema: JSONSchema { .text }
}
