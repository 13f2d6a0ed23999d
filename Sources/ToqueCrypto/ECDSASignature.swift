/// The two forms of an ECDSA signature.
public enum ECDSASignature {
    /// The ASN.1 DER sequence of r and s, which `SignatureScheme.ecdsa` takes, of both numbers one after the other, which
    /// JOSE has (RFC 7518 section 3.4).
    /// - Parameter concatenated: r and s big-endian, each as long as the curve's order.
    /// - Returns: nil for any other length.
    public static func der(concatenated: [UInt8], curve: EllipticCurve) -> [UInt8]? {
        guard concatenated.count == 2 * curve.size else { return nil }
        return DER.sequence(
            DER.integer(Array(concatenated[..<curve.size])), DER.integer(Array(concatenated[curve.size...])))
    }
}
