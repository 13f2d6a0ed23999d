import CTAP
import ToqueCrypto

/// A PIN that a platform has chosen, as far as an authenticator keeps it (CTAP 2.1 sections 6.5.1 and 6.5.5.5).
struct NewPIN: ~Copyable {
    /// Bytes that a platform pads a PIN to, with zeros.
    static let paddedSize = 64
    /// Bytes of UTF-8, so that there is a zero to see the end by.
    static let maxSize = 63

    private static let verifierSize = 16

    /// LEFT(SHA-256(PIN), 16), which later PINs are compared with.
    let verifier: SecretBytes
    /// Its length in Unicode code points.
    let codePoints: Int

    /// - Parameter policy: the fewest code points that it may have.
    /// - Throws: `invalidParameter` where it is not padded as it must be, `pinPolicyViolation` where it is too short, too
    ///   long or not UTF-8.
    init(unpadding padded: borrowing SecretBytes, policy: AuthenticatorSettings) throws(CTAPStatus) {
        guard padded.count == Self.paddedSize else { throw .invalidParameter }
        let size = padded.withUnsafeBytes { bytes in bytes.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0 }
        let codePoints = padded.withUnsafeBytes { Self.countCodePoints($0[..<size]) }
        guard size <= Self.maxSize, let codePoints, codePoints >= policy.minPINLength else {
            throw .pinPolicyViolation
        }
        let digest = Digest.sha256(padded.withUnsafeBytes { SecretBytes(copying: $0[..<size]) })
        verifier = digest.withUnsafeBytes { SecretBytes(copying: $0[..<Self.verifierSize]) }
        self.codePoints = codePoints
    }

    /// - Returns: nil where the bytes are not UTF-8.
    private static func countCodePoints(_ bytes: some Sequence<UInt8>) -> Int? {
        // Not by way of a String, which would leave a copy of the PIN behind.
        var parser = Unicode.UTF8.ForwardParser()
        var rest = bytes.makeIterator()
        var count = 0
        while true {
            switch parser.parseScalar(from: &rest) {
            case .valid: count += 1
            case .emptyInput: return count
            case .error: return nil
            }
        }
    }
}
