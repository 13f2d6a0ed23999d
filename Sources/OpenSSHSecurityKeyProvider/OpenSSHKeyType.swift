import ToqueCOSE
import ToqueCrypto

/// OpenSSH's types of keys that live in a security key, `SSH_SK_ECDSA` and `SSH_SK_ED25519`.
enum OpenSSHKeyType: UInt32, Sendable {
    case ecdsa = 0
    case ed25519 = 1

    var algorithm: COSEAlgorithm {
        switch self {
        case .ecdsa: .es256
        case .ed25519: .edDSA
        }
    }

    /// - Throws: `unsupported` for a type that OpenSSH has not had so far.
    init(openSSH number: UInt32) throws(OpenSSHError) {
        guard let type = OpenSSHKeyType(rawValue: number) else {
            throw OpenSSHError(
                .unsupported, "keys of OpenSSH's type \(number) are not known here; ecdsa-sk and ed25519-sk are")
        }
        self = type
    }

    /// nil for an algorithm that OpenSSH has no keys of.
    init?(_ algorithm: COSEAlgorithm) {
        switch algorithm {
        case .es256: self = .ecdsa
        case .edDSA: self = .ed25519
        default: return nil
        }
    }

    /// The key as OpenSSH takes it: an uncompressed point (SEC 1 section 2.3.3), or the bytes of RFC 8032.
    /// - Returns: nil for a key of another type.
    func bytes(of key: COSEKey) -> [UInt8]? {
        switch (self, key.parameters) {
        case (.ecdsa, .ec(.p256, let x, let y)): [4] + x + y
        case (.ed25519, .ed25519(let bytes)): bytes
        default: nil
        }
    }

    /// The signature as OpenSSH takes it: one number after the other, or all of it and nothing.
    /// - Parameter signature: WebAuthn's form (section 6.5.5).
    /// - Returns: nil where it is no signature of this type.
    func parts(of signature: [UInt8]) -> (r: [UInt8], s: [UInt8])? {
        switch self {
        case .ecdsa:
            guard let numbers = ECDSASignature.concatenated(der: signature, curve: .p256) else { return nil }
            return (Array(numbers[..<EllipticCurve.p256.size]), Array(numbers[EllipticCurve.p256.size...]))
        case .ed25519: return signature.count == 64 ? (signature, []) : nil
        }
    }
}

/// What OpenSSH asks of a key, `SSH_SK_*`.
struct OpenSSHKeyFlags: OptionSet, Sendable, Hashable {
    let rawValue: UInt8

    /// A signature needs a touch; `-O no-touch-required` leaves it out.
    static let userPresence = OpenSSHKeyFlags(rawValue: 0x01)
    /// A signature needs a PIN or a fingerprint: `-O verify-required`.
    static let userVerification = OpenSSHKeyFlags(rawValue: 0x04)
    /// The person has agreed that a resident key is replaced.
    static let force = OpenSSHKeyFlags(rawValue: 0x10)
    static let residentKey = OpenSSHKeyFlags(rawValue: 0x20)
}
