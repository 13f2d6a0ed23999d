import Attestation
import ToqueWebAuthn

/// The signer of new credentials' attestation (WebAuthn section 6.5.4). A profile without attestation uses none.
public enum AttestationSource: Sendable {
    /// The new key itself: packed self attestation.
    case selfSigned
    /// An attestation key, with certificates that name the profile's AAGUID: packed attestation.
    case certified(AttestationIdentity)
    /// An authority, which issues what each format needs.
    case authority(AttestationAuthority)

    /// True if it has statements of a format.
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

/// The enterprise attestation of a capable authenticator, used if enabled and requested (CTAP 2.3 section 7.1):
/// certificates that name the one device.
public struct EnterpriseAttestation: Sendable {
    /// The RPs with the vendor's permission (`enterpriseAttestation` 1); with 2 the platform vouches for the RP.
    public let vendorFacilitatedRPIDs: Set<[UInt8]>
    public let identity: AttestationIdentity

    /// - Parameter identity: the identity of an enterprise attestation certificate.
    public init(vendorFacilitatedRPIDs: [String], identity: AttestationIdentity) {
        // Byte by byte: Swift compares strings by canonical equivalence, RP IDs are compared exactly.
        self.vendorFacilitatedRPIDs = Set(vendorFacilitatedRPIDs.map { Array($0.utf8) })
        self.identity = identity
    }
}
