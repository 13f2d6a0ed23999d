import CLibCrypto

/// A failure of a cryptographic operation. Carries no secret.
public enum CryptoError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The parts of a key do not form a key: wrong length, a point off the curve, a bad modulus ...
    case invalidKey(String)
    /// Sealed data was changed, or sealed with another key.
    case authenticationFailed
    /// The operation does not fit the key, such as ECDSA with an RSA key.
    case unsupported(String)
    /// OpenSSL refused; the text is its reason.
    case library(operation: String, reason: String)

    public var description: String {
        switch self {
        case .invalidKey(let reason): "invalid key: \(reason)"
        case .authenticationFailed: "the sealed data was changed or belongs to another key"
        case .unsupported(let what): "not supported: \(what)"
        case .library(let operation, let reason): "\(operation) failed: \(reason)"
        }
    }

    /// Removes and returns the last error of this thread's OpenSSL queue.
    static func library(_ operation: String) -> CryptoError {
        let code = ERR_peek_last_error()
        ERR_clear_error()
        guard code != 0, let reason = ERR_reason_error_string(code) else {
            return .library(operation: operation, reason: "no reason given by OpenSSL")
        }
        return .library(operation: operation, reason: String(cString: reason))
    }
}
