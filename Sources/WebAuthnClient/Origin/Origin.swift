import ToqueEncoding
import ToqueWebAuthn

/// The caller of the client, as in clientDataJSON.
public enum Origin: Sendable, Hashable, CustomStringConvertible {
    /// A web page's scheme, host and port.
    case web(WebOrigin)
    /// An Android app, identified by the SHA-256 of its signing certificate: 32 bytes.
    case android(apkKeyHash: [UInt8])

    private static let androidPrefix = "android:apk-key-hash:"

    /// Reads an origin.
    /// - Parameter text: `https://HOST[:PORT]`, `http://` only for localhost, or `android:apk-key-hash:` and the
    ///   base64url of 32 bytes.
    /// - Throws: `securityError` for anything else.
    public init(_ text: String) throws(WebAuthnError) {
        if text.hasPrefix(Self.androidPrefix) {
            let hash = Base64URL.decode(String(text.dropFirst(Self.androidPrefix.count)))
            guard let hash, hash.count == 32 else {
                throw Self.refusal(text, "after apk-key-hash: there must be base64url of a SHA-256, 43 characters")
            }
            self = .android(apkKeyHash: hash)
        } else {
            self = .web(try WebOrigin(text))
        }
    }

    /// The serialization for clientDataJSON; a default port is omitted.
    public var description: String {
        switch self {
        case .web(let origin): origin.description
        case .android(let hash): Self.androidPrefix + Base64URL.encode(hash)
        }
    }

    static func refusal(_ text: String, _ sentence: String) -> WebAuthnError {
        WebAuthnError(.securityError, "origin \(JSON.string(text).serialized()): \(sentence)")
    }
}
