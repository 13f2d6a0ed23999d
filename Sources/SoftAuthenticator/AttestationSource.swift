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

/// What an authenticator that is capable of enterprise attestation gives where it is enabled and asked for (CTAP 2.3
/// section 7.1): certificates that name the one device.
public struct EnterpriseAttestation: Sendable {
    /// RPs that get it by the vendor's leave (`enterpriseAttestation` 1); with 2 the platform answers for the RP.
    public let vendorFacilitatedRPIDs: Set<[UInt8]>
    public let identity: AttestationIdentity

    /// - Parameter identity: of an enterprise attestation certificate.
    public init(vendorFacilitatedRPIDs: [String], identity: AttestationIdentity) {
        // Byte by byte: Swift's strings are equal where Unicode calls them equivalent, RP IDs are not.
        self.vendorFacilitatedRPIDs = Set(vendorFacilitatedRPIDs.map { Array($0.utf8) })
        self.identity = identity
    }
}
