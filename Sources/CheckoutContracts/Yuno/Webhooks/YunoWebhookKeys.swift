import ToqueCrypto
import ToqueEncoding

/// What Yuno and a merchant share about the merchant's webhooks: the values of two headers, and the key of the
/// signature, which is HMAC-SHA-256 over the body as it came, in base64.
public struct YunoWebhookKeys: ~Copyable, Sendable {
    public static let apiKeyHeader = "x-api-key"
    public static let secretHeader = "x-secret"
    public static let signatureHeader = "x-hmac-signature"

    private let apiKey: String
    private let secret: SecretBytes
    private let key: SecretBytes

    /// - Parameters:
    ///   - apiKey: of the header `x-api-key`.
    ///   - secret: of the header `x-secret`.
    ///   - key: signs bodies.
    public init(apiKey: String, secret: consuming SecretBytes, key: consuming SecretBytes) {
        self.apiKey = apiKey
        self.secret = secret
        self.key = key
    }

    /// As the sandbox has them: `x-secret` is made from the key, 32 hexadecimal digits of SHA-256("x-secret:" ‖ key).
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

    /// The value of `x-hmac-signature`.
    /// - Parameter body: the webhook's bytes as they are sent: to read and write JSON again gives others.
    public func signature(of body: [UInt8]) -> String { Base64.encode(HMAC.sha256(key: key, message: body)) }

    /// The headers of one attempt. The next attempt has another body, as `retry` counts, and another signature.
    public func headers(of body: [UInt8]) -> [(name: String, value: String)] {
        [
            (Self.apiKeyHeader, apiKey),
            (Self.secretHeader, secret.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }),
            (Self.signatureHeader, signature(of: body)),
        ]
    }

    /// Judges a webhook; the time taken does not depend on where a value differs.
    /// - Parameters:
    ///   - body: the bytes as they came.
    ///   - header: the value of a header by its name in lower case; nil where it did not come.
    public func check(_ body: [UInt8], header: (String) -> String?) throws(YunoWebhookFault) {
        for (name, expected) in headers(of: body) {
            guard let value = header(name) else { throw .missing(header: name) }
            guard Array(value.utf8).constantTimeEquals(Array(expected.utf8)) else { throw .wrong(header: name) }
        }
    }
}

/// Why a webhook is not taken for one of Yuno's.
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
