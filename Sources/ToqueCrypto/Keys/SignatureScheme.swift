/// A way to sign a message.
public enum SignatureScheme: Sendable, Hashable {
    /// ECDSA over the message's digest; the signature is the ASN.1 DER sequence of r and s (WebAuthn section 6.5.5).
    case ecdsa(DigestAlgorithm)
    /// RFC 8032 section 5.1, 64 bytes.
    case ed25519
    /// RFC 8032 section 5.2, 114 bytes.
    case ed448
    /// RSASSA-PKCS1-v1_5 (RFC 8017 section 8.2).
    case rsaPKCS1(DigestAlgorithm)
    /// RSASSA-PSS (RFC 8017 section 8.1): MGF1 with the same digest, a salt of the digest's length (RFC 8230).
    case rsaPSS(DigestAlgorithm)
}
