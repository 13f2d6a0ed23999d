import CTAP
import ToqueCrypto

/// The stored part of a PIN that a platform has chosen (CTAP 2.3 sections 6.5.1 and 6.5.5.5).
struct NewPIN: ~Copyable {
    /// The size to which a platform pads a PIN with zeros, in bytes.
    static let paddedSize = 64
    /// The maximum in UTF-8 bytes, so that a zero marks the end.
    static let maxSize = 63

    private static let verifierSize = 16

    /// LEFT(SHA-256(PIN), 16), compared with later PINs.
    let verifier: SecretBytes
    /// Its length in Unicode code points.
    let codePoints: Int

    /// - Parameter policy: the minimum number of code points, and whether runs are allowed.
    /// - Throws: `invalidParameter` for wrong padding, `pinPolicyViolation` if it is too short, too long, not UTF-8 or
    ///   a run that the policy refuses.
    init(unpadding padded: borrowing SecretBytes, policy: AuthenticatorSettings) throws(CTAPStatus) {
        guard padded.count == Self.paddedSize else { throw .invalidParameter }
        let size = padded.withUnsafeBytes { bytes in bytes.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0 }
        let text = padded.withUnsafeBytes { PINCodePoints($0[..<size]) }
        guard size <= Self.maxSize, let text, text.codePoints >= policy.minPINLength,
            !(policy.pinComplexityPolicy && text.isRun)
        else { throw .pinPolicyViolation }
        let digest = Digest.sha256(padded.withUnsafeBytes { SecretBytes(copying: $0[..<size]) })
        verifier = digest.withUnsafeBytes { SecretBytes(copying: $0[..<Self.verifierSize]) }
        codePoints = text.codePoints
    }
}

/// The policy's view of a PIN's text. It is read code point by code point, not through a String, which would leave a
/// copy of the PIN behind.
private struct PINCodePoints {
    private(set) var codePoints = 0
    /// True if all code points are equal, or each follows or precedes the one before by one: 1111, 1234, dcba. A policy
    /// beyond the length is the authenticator's choice (pinComplexityPolicy, section 6.4).
    private(set) var isRun = true

    /// - Returns: nil if the bytes are not UTF-8.
    init?(_ bytes: some Sequence<UInt8>) {
        var parser = Unicode.UTF8.ForwardParser()
        var rest = bytes.makeIterator()
        var previous: Int?
        var step: Int?
        while true {
            switch parser.parseScalar(from: &rest) {
            case .valid(let encoded):
                let codePoint = Int(Unicode.UTF8.decode(encoded).value)
                codePoints += 1
                if let previous {
                    let difference = codePoint - previous
                    isRun = isRun && abs(difference) <= 1 && difference == step ?? difference
                    step = difference
                }
                previous = codePoint
            case .emptyInput: return
            case .error: return nil
            }
        }
    }
}
