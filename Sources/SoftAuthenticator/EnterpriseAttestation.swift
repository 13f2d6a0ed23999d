import Attestation

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
