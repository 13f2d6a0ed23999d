import ToqueWebAuthn

/// What the attestation statement says of the authenticator.
public struct AttestationResult: Sendable, Hashable {
    public let format: AttestationFormat
    /// Of a compound statement, that of its first part with certificates; without any, self attestation goes before
    /// none.
    public let type: AttestationType
    public let aaguid: AAGUID
    /// Whether the statement's certificates, in all parts of a compound one, lead to a configured trust anchor. Without
    /// certificates there is nothing that could, and the AAGUID is no more than a claim.
    public let trusted: Bool
}

/// The attestation types of section 6.5.4.
public enum AttestationType: String, Sendable, Hashable, CaseIterable {
    case none
    /// Signed with the credential's own key.
    case `self`
    /// Signed with an attestation key of a model: basic attestation. A packed statement of an attestation CA counts as
    /// this too, as a statement does not tell them apart.
    case basic
    /// Signed with an attestation identity key that an attestation CA certified: that of a TPM.
    case attca
    /// Certified by an anonymization CA: Apple's.
    case anonca
}
