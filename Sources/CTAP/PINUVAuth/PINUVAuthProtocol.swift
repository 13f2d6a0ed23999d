import ToqueCrypto

/// The numbers of the PIN/UV auth protocols (CTAP 2.3 sections 6.5.6 and 6.5.7).
public enum PINUVAuthProtocol: UInt8, Sendable, Hashable, CaseIterable {
    case one = 1
    case two = 2
}

extension PINUVAuthProtocol {
    /// The length of a pinUvAuthParam in bytes.
    private var signatureSize: Int {
        switch self {
        case .one: 16
        case .two: 32
        }
    }

    /// authenticate, with a pinUvAuthToken as key.
    public func authenticate(token: borrowing SecretBytes, message: [UInt8]) -> [UInt8] {
        Array(HMAC.sha256(key: token, message: message).prefix(signatureSize))
    }

    /// verify, with a pinUvAuthToken as key, in constant time. The caller checks whether the token is in use.
    public func verify(token: borrowing SecretBytes, message: [UInt8], signature: [UInt8]) -> Bool {
        authenticate(token: token, message: message).constantTimeEquals(signature)
    }
}
