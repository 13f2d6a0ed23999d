import Attestation
import ToqueWebAuthn

/// Who signs the attestation of new credentials (WebAuthn section 6.5.4); a profile without attestation has none either
/// way.
public enum AttestationSource: Sendable {
    /// The new key itself: packed self attestation.
    case selfSigned
    /// An attestation key, with certificates that name the profile's AAGUID: packed attestation.
    case certified(AttestationIdentity)
    /// An authority, which issues what each format needs.
    case authority(AttestationAuthority)

    /// Whether it has statements of a format.
    func makes(_ format: AttestationFormat) -> Bool {
        switch self {
        case .selfSigned, .certified: format == .packed || format == .none
        case .authority: true
        }
    }

    /// The attestation key that signs U2F registrations for this model; nil for self attestation.
    func identity(for aaguid: AAGUID) throws(AttestationIdentityError) -> AttestationIdentity? {
        switch self {
        case .selfSigned: nil
        case .certified(let identity): identity
        case .authority(let authority): try authority.identity(for: aaguid)
        }
    }
}
