import ToqueCOSE
import ToqueCrypto

/// OpenSSH's types of security keys, `SSH_SK_ECDSA` and `SSH_SK_ED25519`.
enum OpenSSHKeyType: UInt32, Sendable {
    case ecdsa = 0
    case ed25519 = 1

    var algorithm: COSEAlgorithm {
        switch self {
        case .ecdsa: .es256
        case .ed25519: .edDSA
        }
    }

    /// - Throws: `unsupported` for an unknown type.
    init(openSSH number: UInt32) throws(OpenSSHError) {
        guard let type = OpenSSHKeyType(rawValue: number) else {
            throw OpenSSHError(
                .unsupported, "keys of OpenSSH's type \(number) are not known here; ecdsa-sk and ed25519-sk are")
        }
        self = type
    }

    /// nil for an algorithm without an OpenSSH key type.
    init?(_ algorithm: COSEAlgorithm) {
        switch algorithm {
        case .es256: self = .ecdsa
        case .edDSA: self = .ed25519
        default: return nil
        }
    }

    /// Returns the key in OpenSSH's form: an uncompressed point (SEC 1 section 2.3.3), or the bytes of RFC 8032.
    /// - Returns: nil for a key of another type.
    func bytes(of key: COSEKey) -> [UInt8]? {
        switch (self, key.parameters) {
        case (.ecdsa, .ec(.p256, let x, let y)): [4] + x + y
        case (.ed25519, .ed25519(let bytes)): bytes
        default: nil
        }
    }

    /// Returns the signature in OpenSSH's form: two numbers, or all of it as the first and nothing as the second.
    /// - Parameter signature: in WebAuthn's form (section 6.5.5).
    /// - Returns: nil if it is not a signature of this type.
    func parts(of signature: [UInt8]) -> (r: [UInt8], s: [UInt8])? {
        switch self {
        case .ecdsa:
            guard let numbers = ECDSASignature.concatenated(der: signature, curve: .p256) else { return nil }
            return (Array(numbers[..<EllipticCurve.p256.size]), Array(numbers[EllipticCurve.p256.size...]))
        case .ed25519: return signature.count == 64 ? (signature, []) : nil
        }
    }
}

/// OpenSSH's flags for a key, `SSH_SK_*`.
struct OpenSSHKeyFlags: OptionSet, Sendable, Hashable {
    let rawValue: UInt8

    /// A signature needs a touch; `-O no-touch-required` clears it.
    static let userPresence = OpenSSHKeyFlags(rawValue: 0x01)
    /// A signature needs a PIN or a fingerprint: `-O verify-required`.
    static let userVerification = OpenSSHKeyFlags(rawValue: 0x04)
    /// The person has agreed to replace a resident key.
    static let force = OpenSSHKeyFlags(rawValue: 0x10)
    static let residentKey = OpenSSHKeyFlags(rawValue: 0x20)
}
