/// The two forms of an ECDSA signature.
public enum ECDSASignature {
    /// Converts r and s, one after the other as in JOSE (RFC 7518 section 3.4), to the ASN.1 DER sequence that
    /// `SignatureScheme.ecdsa` takes.
    /// - Parameter concatenated: r and s big-endian, each as long as the curve's order.
    /// - Returns: nil for any other length.
    public static func der(concatenated: [UInt8], curve: EllipticCurve) -> [UInt8]? {
        guard concatenated.count == 2 * curve.size else { return nil }
        return DER.sequence(
            DER.integer(Array(concatenated[..<curve.size])), DER.integer(Array(concatenated[curve.size...])))
    }

    /// Converts the ASN.1 DER sequence to r and s, one after the other.
    /// - Returns: nil unless the input is a sequence of two numbers that fit the curve's order.
    public static func concatenated(der: [UInt8], curve: EllipticCurve) -> [UInt8]? {
        var reader = DERReader(der)
        guard var numbers = try? reader.sequence(), let r = try? numbers.integerBytes(),
            let s = try? numbers.integerBytes(), (try? numbers.expectEnd()) != nil, (try? reader.expectEnd()) != nil
        else { return nil }
        let parts = [r, s].map { $0.drop { $0 == 0 } }
        guard parts.allSatisfy({ $0.count <= curve.size }) else { return nil }
        return parts.flatMap { [UInt8](repeating: 0, count: curve.size - $0.count) + $0 }
    }
}
