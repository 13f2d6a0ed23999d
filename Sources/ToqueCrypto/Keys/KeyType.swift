/// The kinds of key pair that can be made.
public enum KeyType: Sendable, Hashable {
    case ec(EllipticCurve)
    case ed25519
    case ed448
    /// A modulus of `bits` bits, 2048 to 8192; the exponent is 65537.
    case rsa(bits: Int)
}
