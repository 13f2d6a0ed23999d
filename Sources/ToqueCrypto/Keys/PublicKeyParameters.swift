/// The parts of a public key. Numbers are big-endian.
public enum PublicKeyParameters: Sendable, Hashable {
    /// Affine coordinates, each as long as the curve's field.
    case ec(EllipticCurve, x: [UInt8], y: [UInt8])
    /// 32 bytes (RFC 8032 section 5.1.5).
    case ed25519([UInt8])
    /// 57 bytes (RFC 8032 section 5.2.5).
    case ed448([UInt8])
    /// Without leading zeros.
    case rsa(modulus: [UInt8], exponent: [UInt8])

    /// True if an Edwards key encodes a point of its curve. Its import does not check, because no signature verifies
    /// with a key that does not. The import of other keys checks itself.
    public var isPoint: Bool {
        switch self {
        case .ed25519(let bytes): EdwardsCurve.ed25519.isPoint(bytes)
        case .ed448(let bytes): EdwardsCurve.ed448.isPoint(bytes)
        case .ec, .rsa: true
        }
    }
}
