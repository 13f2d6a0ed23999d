/// A way to derive a 20-byte key identifier from a public key.
public enum KeyIdentifierMethod: Sendable, Hashable {
    /// SHA-1 of the bits of subjectPublicKey (RFC 5280 section 4.2.1.2, method 1).
    case sha1
    /// SHA-256 of the SubjectPublicKeyInfo (RFC 7093 section 2, method 4), truncated as in its method 1.
    case sha256

    /// The identifier, 20 bytes.
    /// - Throws: `invalidKey` for numbers that do not form a key.
    public func identifier(of key: PublicKeyParameters) throws(CryptoError) -> [UInt8] {
        let info = try VerifyingKey(key).subjectPublicKeyInfo()
        switch self {
        case .sha1: return Digest.hash(.sha1, try Self.publicKeyBits(info))
        case .sha256: return Array(Digest.sha256(info)[..<20])
        }
    }

    /// The content of the BIT STRING that follows the algorithm.
    private static func publicKeyBits(_ info: [UInt8]) throws(CryptoError) -> [UInt8] {
        do throws(DERError) {
            var reader = DERReader(info)
            var members = try reader.sequence()
            _ = try members.sequence()
            // The first byte is the number of unused bits: 0.
            return Array(try members.element().content.dropFirst())
        } catch {
            throw .library(operation: "reading a public key", reason: "\(error)")
        }
    }
}
