import ToqueCrypto
import ToqueEncoding

/// The shared secrets of Yuno and a merchant for webhooks: the values of two headers, and the key of the signature,
/// which is HMAC-SHA-256 of the raw body, in base64.
public struct YunoWebhookKeys: ~Copyable, Sendable {
    public static let apiKeyHeader = "x-api-key"
    public static let secretHeader = "x-secret"
    public static let signatureHeader = "x-hmac-signature"

    private let apiKey: String
    private let secret: SecretBytes
    private let key: SecretBytes

    /// - Parameters:
    ///   - apiKey: the header `x-api-key`.
    ///   - secret: the header `x-secret`.
    ///   - key: signs bodies.
    public init(apiKey: String, secret: consuming SecretBytes, key: consuming SecretBytes) {
        self.apiKey = apiKey
        self.secret = secret
        self.key = key
    }

    /// The sandbox's keys: `x-secret` is derived from the key, as 32 hexadecimal digits of SHA-256("x-secret:" ‖ key).
    public init(apiKey: String, key: consuming SecretBytes) {
        let secret = Self.sandboxSecret(key)
        self.init(apiKey: apiKey, secret: secret, key: key)
    }

    private static func sandboxSecret(_ key: borrowing SecretBytes) -> SecretBytes {
        let prefix = Array("x-secret:".utf8)
        let input = key.withUnsafeBytes { key in
            SecretBytes(count: prefix.count + key.count) { buffer in
                buffer.copyBytes(from: prefix)
                UnsafeMutableRawBufferPointer(rebasing: buffer[prefix.count...]).copyMemory(from: key)
            }
        }
        return Digest.sha256(input).withUnsafeBytes { SecretBytes(copying: Hex.encode($0.prefix(16)).utf8) }
    }

    /// Returns the value of `x-hmac-signature`.
    /// - Parameter body: the bytes as sent. Parsing and serializing the JSON would change them.
    public func signature(of body: [UInt8]) -> String { Base64.encode(HMAC.sha256(key: key, message: body)) }

    /// The headers of one attempt. The next attempt has another body, because it has another `retry`, and another
    /// signature.
    public func headers(of body: [UInt8]) -> [(name: String, value: String)] {
        [
            (Self.apiKeyHeader, apiKey),
            (Self.secretHeader, secret.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }),
            (Self.signatureHeader, signature(of: body)),
        ]
    }

    /// Verifies a webhook in constant time.
    /// - Parameters:
    ///   - body: the raw bytes.
    ///   - header: returns a header's value by its name in lower case; nil if absent.
    public func check(_ body: [UInt8], header: (String) -> String?) throws(YunoWebhookFault) {
        for (name, expected) in headers(of: body) {
            guard let value = header(name) else { throw .missing(header: name) }
            guard Array(value.utf8).constantTimeEquals(Array(expected.utf8)) else { throw .wrong(header: name) }
        }
    }
}

/// Why a webhook is not Yuno's.
public enum YunoWebhookFault: Error, Sendable, Hashable, CustomStringConvertible {
    case missing(header: String)
    case wrong(header: String)

    public var description: String {
        switch self {
        case .missing(let header): "the header \(header) is missing"
        case .wrong(let header): "the header \(header) has another value than expected"
        }
    }
}
