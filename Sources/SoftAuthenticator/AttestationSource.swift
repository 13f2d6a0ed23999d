import Attestation

/// Who signs the packed attestation of new credentials (WebAuthn section 8.2); a profile without packed attestation has
/// none either way.
public enum AttestationSource: Sendable {
    /// The new key itself: self attestation.
    case selfSigned
    /// An attestation key, with certificates that name the profile's AAGUID.
    case certified(AttestationIdentity)
}
